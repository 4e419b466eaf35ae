/** A proposed payment as chips that can be switched on and off. */
import type { Payment, PaymentItem } from "../model";

export interface Chip {
  id: string;
  item: PaymentItem;
  /** Coins it counts. */
  value: number;
  /** The chosen payment uses it. */
  on: boolean;
}
const mark = (p: PaymentItem): string => (p.card ? `c:${p.card}` : `t:${p.token}`);
const marks = (p: Payment): string => p.payment.map(mark).sort().join("|");

/** Everything that appears in some payment, as often as the one that uses it most. */
export function chipsOf(payments: Payment[], chosen: Payment | null): Chip[] {
  const most = new Map<string, { item: PaymentItem; n: number; value: number }>();
  for (const p of payments) {
    const count = new Map<string, number>();
    for (const [i, item] of p.payment.entries()) {
      const m = mark(item),
        n = (count.get(m) ?? 0) + 1;
      count.set(m, n);
      if (n > (most.get(m)?.n ?? 0)) most.set(m, { item, n, value: most.get(m)?.value ?? p.values[i] ?? 0 });
    }
  }
  const used = new Map<string, number>(),
    values = new Map<string, number>();
  for (const [i, item] of (chosen?.payment ?? []).entries()) {
    used.set(mark(item), (used.get(mark(item)) ?? 0) + 1);
    values.set(mark(item), chosen!.values[i] ?? 0);
  }
  return [...most.entries()].flatMap(([m, { item, n, value }]) =>
    Array.from({ length: n }, (_, k) => ({
      id: `${m}#${k}`,
      item,
      value: values.get(m) ?? value,
      on: k < (used.get(m) ?? 0),
    })),
  );
}

/** The nearest payment that agrees with one chip switched over, or null where that is the chosen one. */
export function switched(
  chips: Chip[],
  chip: Chip,
  payments: Payment[],
  chosen: Payment | null,
): Payment | null {
  const after = chips.filter((c) => (c.id === chip.id ? !c.on : c.on)).map((c) => mark(c.item));
  const wanted = after.filter((m) => m === mark(chip.item)).length;
  const fits = payments.filter((p) => p.payment.filter((i) => mark(i) === mark(chip.item)).length === wanted);
  const score = (p: Payment): number => {
    const rest = [...after];
    let hit = 0;
    for (const i of p.payment) {
      const at = rest.indexOf(mark(i));
      if (at < 0) continue;
      rest.splice(at, 1);
      hit++;
    }
    return hit * 2 - p.payment.length;
  };
  const best = [...fits].sort((a, b) => score(b) - score(a))[0];
  return best && marks(best) !== (chosen ? marks(chosen) : "") ? best : null;
}
