/** The message format of the catalogues, the same small part of ICU that the Python side reads:
 *
 *     {name}   {n, plural, one {# card} other {# cards}}   {you, select, yes {You} other {{name}}}
 *
 * An apostrophe is just an apostrophe. */
export type Part = string | { name: string; options?: Record<string, Part[]>; kind?: "plural" | "select" };
export type Params = Record<string, string | number>;

export function parse(text: string): Part[] {
  const [parts, end] = sequence(text, 0);
  if (end !== text.length) throw new Error(`The text "${text}" has a } too many at ${end}.`);
  return parts;
}

function sequence(text: string, at: number): [Part[], number] {
  const parts: Part[] = [];
  let literal = at;
  while (at < text.length && text[at] !== "}") {
    if (text[at] !== "{") {
      at++;
      continue;
    }
    if (literal < at) parts.push(text.slice(literal, at));
    const [part, next] = braces(text, at + 1);
    parts.push(part);
    at = literal = next;
  }
  if (literal < at) parts.push(text.slice(literal, at));
  return [parts, at];
}

function braces(text: string, at: number): [Part, number] {
  const head = /^\s*(\w+)\s*(?:(\})|,\s*(plural|select)\s*,)/.exec(text.slice(at));
  if (!head) throw new Error(`The text "${text}" has neither {name} nor a plural or select at ${at}.`);
  at += head[0].length;
  if (head[2]) return [{ name: head[1]! }, at];
  const options: Record<string, Part[]> = {};
  for (;;) {
    const option = /^\s*(\w+)\s*\{/.exec(text.slice(at));
    if (!option) break;
    const [parts, end] = sequence(text, at + option[0].length);
    if (text[end] !== "}") throw new Error(`The text "${text}" opens a { and does not close it.`);
    options[option[1]!] = parts;
    at = end + 1;
  }
  const close = /^\s*\}/.exec(text.slice(at));
  if (!close) throw new Error(`The text "${text}" opens a { and does not close it.`);
  if (!options.other) throw new Error(`The ${head[3]} of "${head[1]}" in "${text}" has no option "other".`);
  return [{ name: head[1]!, kind: head[3] as "plural" | "select", options }, at + close[0].length];
}

/** Names of all values a message uses, choices included. */
export function names(parts: Part[]): Set<string> {
  const found = new Set<string>();
  for (const part of parts) {
    if (typeof part === "string") continue;
    found.add(part.name);
    for (const option of Object.values(part.options ?? {})) for (const name of names(option)) found.add(name);
  }
  return found;
}

// making one is slow, and the board asks for hundreds
const rules = new Map<string, Intl.PluralRules>();
function category(n: number, language: string): string {
  if (language === "it" && n > 0 && n < 1) return "one"; // manca ½
  return plural(language).select(n);
}
function plural(language: string): Intl.PluralRules {
  let found = rules.get(language);
  if (!found) rules.set(language, (found = new Intl.PluralRules(language)));
  return found;
}

export function fill(
  parts: Part[],
  params: Params,
  language: string,
  number: (n: number) => string,
  count = "",
): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return count ? part.replaceAll("#", count) : part;
      const value = params[part.name] ?? "";
      if (!part.options) return typeof value === "number" ? number(value) : value;
      const chosen = part.kind === "plural" ? category(Number(value), language) : String(value);
      const inner = part.kind === "plural" ? number(Number(value)) : count;
      return fill(part.options[chosen] ?? part.options.other!, params, language, number, inner);
    })
    .join("");
}
