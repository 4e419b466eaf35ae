/**
 * Which page an address leads to. A room of the house is a folder; its pages.ts lists its pages and, if it
 * likes, doors
 * to them that stand on the page of every game. Nothing else has to be touched.
 */
import type { Component } from "svelte";
import { speakOf } from "./i18n.svelte";

type Params = Record<string, string>;

export interface PageEntry {
  /** The address after #/: "rules/:game/:anchor?"; a name with ? may be missing. */
  path: string;
  /* eslint-disable-next-line @typescript-eslint/no-explicit-any -- every page has its own props */
  load: () => Promise<{ default: Component<any> }>;
  /** The folder whose catalogue comes with the page: web/src/<words>/locale. */
  words?: string;
  /** What the page gets; the named parts of the address, unless something else is said. */
  props?: (params: Params) => Record<string, unknown>;
  /** What makes it another page: everything in the address, unless something else is said. */
  key?: (params: Params, query: string) => string;
}

/**
 * A door on the page of every game. Its words are in the catalogue of the whole interface (web/src/locale).
 */
export interface Door {
  icon: string;
  label: string;
  /** The address after #/. */
  path: (game: string) => string;
  /** Doors stand in this order: 10, 20, … */
  order: number;
  /** Only for some games: asked with the game's name. */
  when?: (game: string) => boolean;
}
export interface Pages {
  pages: PageEntry[];
  doors?: Door[];
}

const rooms = Object.values(import.meta.glob<Pages>("./*/pages.ts", { eager: true, import: "default" }));
export const entries: PageEntry[] = rooms.flatMap((room) => room.pages);
export const doors: Door[] = rooms.flatMap((room) => room.doors ?? []).sort((a, b) => a.order - b.order);

/** The named parts of an address, or null where it is not of this form. */
export function matchPath(pattern: string, path: string[]): Params | null {
  const parts = pattern.split("/");
  if (path.length > parts.length) return null;
  const params: Params = {};
  for (const [i, part] of parts.entries()) {
    const given = path[i];
    if (!part.startsWith(":")) {
      if (part !== given) return null;
    } else if (given !== undefined) params[part.slice(1).replace("?", "")] = given;
    else if (!part.endsWith("?")) return null;
  }
  return params;
}

export interface Found {
  entry: PageEntry;
  props: Record<string, unknown>;
  key: string;
}
export function findPage(path: string[], query: string): Found | null {
  for (const entry of entries) {
    const params = matchPath(entry.path, path);
    if (params)
      return {
        entry,
        props: entry.props?.(params) ?? params,
        key: entry.key?.(params, query) ?? path.join("/"),
      };
  }
  return null;
}

type Brought = { entry: PageEntry; Page: Component };
const brought = new Map<PageEntry, Promise<Brought>>();
/** A page and its words, once; with its entry: a page that is left must not see the next one's values. */
export function bringPage(entry: PageEntry): Promise<Brought> {
  let page = brought.get(entry);
  if (!page) {
    page = Promise.all([entry.load(), entry.words ? speakOf(entry.words) : undefined]).then(([module]) => ({
      entry,
      Page: module.default as Component,
    }));
    page.catch(() => brought.delete(entry));
    brought.set(entry, page);
  }
  return page;
}
