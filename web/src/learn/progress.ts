/** Which chapters were finished on this device. */
const KEY = "expedition.lessons";

export function done(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}
export function finished(game: string, chapter: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...done(), `${game}/${chapter}`])]));
  } catch {
    /* storage is off: it is not remembered */
  }
}
