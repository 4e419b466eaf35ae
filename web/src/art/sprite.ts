import icons from "../../../src/expedition/art/icons.svg?raw";

const present = new Set<string>();

/** Puts a sheet of symbols into the page once; later calls do nothing. */
export function addSprite(name: string, sheet: string): void {
  if (present.has(name)) return;
  present.add(name);
  const holder = document.createElement("div");
  // not display:none: gradients inside such a sheet would not paint
  holder.innerHTML = sheet.replace(
    'style="display:none"',
    'width="0" height="0" style="position:absolute" aria-hidden="true"',
  );
  document.body.prepend(holder.firstElementChild!);
}

export function addIcons(): void {
  addSprite("icons", icons);
}
