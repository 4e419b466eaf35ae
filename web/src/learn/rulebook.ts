/** The short rules as data: sections, the ledger rules each one tells, and what to draw beside it. */
export interface Picture {
  cards?: string[];
  tokens?: string[];
  blockades?: number[];
  icons?: string[];
  patterns?: string[];
  /** Spaces side by side: terrain, power, and a mark for a finishing space. */
  hexes?: [string, number, string?][];
  /** One card and the way it goes. */
  walk?: { card: string; hexes: [string, number, string?][] };
  /** Treasure maps with their marked fields. */
  maps?: [string, [number, number][]][];
}
export interface Section {
  id: string;
  rules: string[];
  picture?: Picture;
}

/** "ED-MOVE-01..03" names three rules. */
export function ids(range: string): string[] {
  const [first, last] = range.split("..") as [string, string | undefined];
  const cut = first.lastIndexOf("-") + 1,
    from = Number(first.slice(cut));
  return Array.from(
    { length: Number(last ?? from) - from + 1 },
    (_, i) => first.slice(0, cut) + String(from + i).padStart(2, "0"),
  );
}
export const ruleIds = (section: Section): string[] => section.rules.flatMap(ids);

/** For comparing words: no case, no accents. */
export const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * The sections in which every word of the search occurs, in their text or as the beginning of a rule's id.
 */
export function search(sections: Section[], text: (section: Section) => string, wanted: string): Section[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return sections.filter((section) => {
    const told = plain(text(section)),
      numbers = ruleIds(section).map((id) => id.toLowerCase());
    return words.every((word) => told.includes(word) || numbers.some((id) => id.startsWith(word)));
  });
}
/** The section an anchor means: its own id, or the one that tells a rule. */
export function sectionOf(sections: Section[], anchor: string): Section | undefined {
  return (
    sections.find((s) => s.id === anchor) ?? sections.find((s) => ruleIds(s).includes(anchor.toUpperCase()))
  );
}
