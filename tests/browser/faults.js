(touch) => {
  const out = [], boxes = [], W = innerWidth, H = innerHeight, fixed = !!document.querySelector('.table');
  const known = new Map();  // there for the focus only
  const clipped = (e) => {
    if (e && !known.has(e)) known.set(e, getComputedStyle(e).clipPath === 'inset(50%)' || clipped(e.parentElement));
    return !!e && known.get(e);
  };
  const seen = (e) => { const s = getComputedStyle(e); return !clipped(e) && s.visibility !== 'hidden' && s.display !== 'none' && +s.opacity > 0.05 && !e.closest('.hidden, [hidden], defs, symbol'); };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n; (n = walker.nextNode()); ) {
    const e = n.parentElement, t = n.nodeValue.trim();
    if (!t || !seen(e) || e.closest('script, style, option, select')) continue;
    const range = document.createRange(); range.selectNodeContents(n);
    const b = range.getBoundingClientRect();
    if (!b.width || !b.height) continue;
    let size = parseFloat(getComputedStyle(e).fontSize);
    if (e.ownerSVGElement) { const m = e.getScreenCTM(); size *= Math.hypot(m.a, m.b); }
    if (size < 11.9) out.push(`small ${size.toFixed(1)} px: ${t.slice(0, 30)}`);
    if (e.ownerSVGElement || e.closest('.hand.scrolls, .market.sheet, .market.low, dialog')) continue;
    if (b.right > W + 1 || b.left < -1) out.push(`outside: ${t.slice(0, 30)}`);
    if (fixed && (b.bottom > H + 1 || b.top < -1)) out.push(`outside: ${t.slice(0, 30)}`);
    const top = document.elementFromPoint((b.left + b.right) / 2, (b.top + b.bottom) / 2);
    if (top && !top.contains(e) && !e.contains(top) && b.bottom < H && b.top > 0 && !e.closest('.hand, .pile, .journal ol')) out.push(`covered: ${t.slice(0, 30)} by ${top.className.baseVal ?? top.className}`);
    if (e.closest('.hand')) continue;
    const clip = getComputedStyle(e).overflow === 'hidden' ? e.getBoundingClientRect() : {left: -1e9, right: 1e9, top: -1e9, bottom: 1e9};
    for (const q of range.getClientRects()) boxes.push([{left: Math.max(q.left, clip.left), right: Math.min(q.right, clip.right), top: q.top, bottom: q.bottom}, t, e]);
  }
  boxes.sort(([a], [b]) => a.top - b.top);
  for (let i = 0; i < boxes.length; i++) for (let j = i + 1; j < boxes.length && boxes[j][0].top < boxes[i][0].bottom - 6; j++) {
    const [a, s, e] = boxes[i], [b, u, g] = boxes[j];
    if (e === g) continue;
    const x = Math.min(a.right, b.right) - Math.max(a.left, b.left), y = Math.min(a.bottom, b.bottom) - b.top;
    if (x > 2 && y > 6) out.push(`overlap: ${s.slice(0, 20)} / ${u.slice(0, 20)}`);
  }
  if (document.documentElement.scrollWidth > W + 1) out.push(`page wider than the window: ${document.documentElement.scrollWidth}`);
  if (fixed && document.documentElement.scrollHeight > H + 1) out.push('the table scrolls');
  if (touch) for (const e of document.querySelectorAll('button, a[href], input, select, label.tool')) {
    if (!seen(e) || e.closest('.map') || e.type === 'radio' || e.type === 'checkbox') continue;
    const b = e.getBoundingClientRect();
    if (b.width && (b.width < 43.5 || b.height < 43.5)) out.push(`small target ${Math.round(b.width)}x${Math.round(b.height)}: ${(e.getAttribute('aria-label') ?? e.textContent).trim().slice(0, 30)}`);
  }
  return [...new Set(out)];
}
