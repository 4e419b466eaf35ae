/**
 * Symbols laid onto the sheet as plain paths.
 *
 * Every <use> is a coordinate system of its own, and a browser pays for each of them whenever anything on
 * the page changes. All copies of one drawing become one path here, so a board of two hundred spaces is a few
 * hundred shapes.
 */

const COUNT: Record<string, number> = { m: 2, l: 2, t: 2, q: 4, s: 4, c: 6, h: 1, v: 1, a: 7, z: 0 };
const round = (v: number): string => String(Math.round(v * 10) / 10);

/** A path moved to (x, y) and scaled by k. */
export function moved(d: string, x: number, y: number, k = 1): string {
  const tokens = d.match(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)/g) ?? [];
  let out = "",
    i = 0,
    command = "M",
    first = true;
  while (i < tokens.length) {
    if (/[a-zA-Z]/.test(tokens[i]!)) command = tokens[i++]!;
    const kind = command.toLowerCase(),
      n = COUNT[kind] ?? 0;
    const absolute = command !== kind || (first && kind === "m");
    const values = tokens.slice(i, i + n).map(Number);
    i += n;
    const at = (v: number, axis: "x" | "y"): string => round(v * k + (absolute ? (axis === "x" ? x : y) : 0));
    let numbers: string[];
    if (kind === "a")
      numbers = [
        round(values[0]! * k),
        round(values[1]! * k),
        String(values[2]),
        String(values[3]),
        String(values[4]),
        at(values[5]!, "x"),
        at(values[6]!, "y"),
      ];
    else if (kind === "h") numbers = [at(values[0]!, "x")];
    else if (kind === "v") numbers = [at(values[0]!, "y")];
    else numbers = values.map((v, j) => at(v, j % 2 ? "y" : "x"));
    out += (first && kind === "m" ? "M" : command) + numbers.join(" ");
    if (kind === "m") command = command === "m" ? "l" : "L"; // further pairs after a move are lines
    first = false;
  }
  return out;
}

/** A rounded rectangle or circle as a path. */
function shape(e: Element): string {
  const n = (name: string): number => Number(e.getAttribute(name) ?? 0);
  if (e.tagName === "rect") {
    const r = n("rx"),
      w = n("width") - 2 * r,
      h = n("height") - 2 * r;
    return `M${n("x") + r} ${n("y")}h${w}a${r} ${r} 0 0 1 ${r} ${r}v${h}a${r} ${r} 0 0 1 ${-r} ${r}h${-w}a${r} ${r} 0 0 1 ${-r} ${-r}v${-h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
  }
  if (e.tagName === "circle")
    return `M${n("cx") - n("r")} ${n("cy")}a${n("r")} ${n("r")} 0 1 0 ${2 * n("r")} 0a${n("r")} ${n("r")} 0 1 0 ${-2 * n("r")} 0z`;
  return e.getAttribute("d") ?? "";
}

export interface Copy {
  x: number;
  y: number;
}

/** All copies of a symbol, child by child in its order. Washes have their own gradients and stay single. */
export function copies(id: string, places: Copy[], k = 1, cls = ""): string {
  const symbol = document.getElementById(id);
  if (!symbol) return "";
  const half = symbol.getAttribute("viewBox")?.startsWith("-") ? 0 : -12 * k; // icons are drawn from their corner
  const own = ["fill", "stroke", "stroke-linecap", "stroke-linejoin"]
    .map((a) => attribute(symbol, a))
    .join("");
  const width = symbol.hasAttribute("stroke-width")
    ? ` stroke-width="${round(Number(symbol.getAttribute("stroke-width")) * k)}"`
    : "";
  let g = `<g class="${symbol.getAttribute("class") ?? ""} ${cls}"${own}${width}>`;
  for (const child of flat(symbol)) {
    if (child.tagName === "circle" && child.getAttribute("fill")?.startsWith("url")) {
      g += places
        .map(
          (p) =>
            `<circle cx="${round(p.x)}" cy="${round(p.y)}" r="${child.getAttribute("r")}" fill="${child.getAttribute("fill")}"/>`,
        )
        .join("");
      continue;
    }
    const d = child.tagName === "use" ? HEX : shape(child);
    const all = places.map((p) => moved(d, p.x + half, p.y + half, k)).join("");
    const thick = child.hasAttribute("stroke-width")
      ? ` stroke-width="${round(Number(child.getAttribute("stroke-width")) * k)}"`
      : "";
    g += `<path d="${all}"${["class", "fill", "stroke", "fill-rule", "opacity", "stroke-dasharray"].map((a) => attribute(child, a)).join("")}${thick}/>`;
  }
  return g + "</g>";
}
const HEX = "M0-100 86.6-50 86.6 50 0 100-86.6 50-86.6-50z";

const attribute = (e: Element, name: string): string =>
  e.hasAttribute(name) ? ` ${name}="${e.getAttribute(name)}"` : "";

/** Children of a symbol; those of a group inside it carry the group's look. */
function flat(symbol: Element): Element[] {
  return [...symbol.children].flatMap((child) => {
    if (child.tagName !== "g") return [child];
    return [...child.children].map((inner) => {
      const copy = inner.cloneNode() as Element;
      for (const a of child.getAttributeNames())
        if (!copy.hasAttribute(a)) copy.setAttribute(a, child.getAttribute(a)!);
      return copy;
    });
  });
}
