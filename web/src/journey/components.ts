/** What never changes of a set-up, fetched once: small pictures ask for the same few again and again. */
import { api } from "../net/api";

const known = new Map<string, Promise<unknown>>();

export function componentsOf<T>(game: string, setup: Record<string, unknown>): Promise<T> {
  const key = `${game} ${JSON.stringify(setup)}`;
  let found = known.get(key);
  if (!found) {
    found = api.components<T>(game, setup);
    found.catch(() => known.delete(key));
    known.set(key, found);
  }
  return found as Promise<T>;
}
