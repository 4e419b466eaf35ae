/** Routes kept on this device: the draft one works on, and those saved under a name. */
import type { Route } from "./types";

const DRAFT = "expedition.workshop.draft",
  SAVED = "expedition.workshop.routes";

export interface Kept {
  name: string;
  code: string;
}
function read<T>(key: string, fallback: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? fallback;
  } catch {
    return fallback;
  }
}
function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a full or closed store: the page works on without it
  }
}
export const keptDraft = (): { name: string; route: Route } | null => read(DRAFT, null);
export const keepDraft = (name: string, route: Route): void => write(DRAFT, { name, route });
export const keptRoutes = (): Kept[] => read<Kept[]>(SAVED, []);
export function keepRoute(route: Kept): void {
  write(SAVED, [route, ...keptRoutes().filter((r) => r.name !== route.name)].slice(0, 100));
}
export function forgetRoute(name: string): void {
  write(
    SAVED,
    keptRoutes().filter((r) => r.name !== name),
  );
}
