/** Tells when the keyboard's focus comes to something and when it leaves; pointers are not meant. */
export function attended(node: HTMLElement, told: (here: boolean) => void) {
  let tell = told,
    here = false;
  const focus = (): void => {
    here = node.matches(":focus-visible");
    if (here) tell(true);
  };
  const blur = (): void => {
    if (here) tell(false);
    here = false;
  };
  node.addEventListener("focus", focus);
  node.addEventListener("blur", blur);
  return {
    update(next: (here: boolean) => void) {
      tell = next;
    },
    destroy() {
      node.removeEventListener("focus", focus);
      node.removeEventListener("blur", blur);
    },
  };
}
