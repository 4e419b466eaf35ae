/** Keys are for the table, unless somebody writes, a dialogue is open or the browser means itself. */
export const forTable = (e: KeyboardEvent): boolean =>
  !(
    e.defaultPrevented ||
    e.ctrlKey ||
    e.metaKey ||
    e.altKey ||
    (e.target as HTMLElement).closest("input, textarea, select, dialog, [role=dialog]")
  );

/** Focuses the first that is found; says whether there was one. */
export function focusIn(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
}
