/** What a route is called: the book's by their words, others as their makers named them. */
import { has, language, t } from "../../i18n.svelte";

export function routeTitle(route: unknown): string | null {
  if (typeof route === "string") return has(`eldorado.route.${route}`) ? t(`eldorado.route.${route}`) : null;
  const { id, names } = (route ?? {}) as { id?: string; names?: Record<string, string> };
  if (id && has(`eldorado.route.${id}`)) return t(`eldorado.route.${id}`);
  return names?.[language()] ?? names?.["en"] ?? null;
}
