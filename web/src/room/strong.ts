/** **Bold** marks the thing itself in the catalogues. */
export const parts = (text: string): { text: string; strong: boolean }[] =>
  text
    .split("**")
    .map((part, i) => ({ text: part, strong: i % 2 === 1 }))
    .filter((p) => p.text);
