/**
 * How the coach is asked, while it can be: tables show the door where it covers nothing. While it is `open`
 * the coach has the word, and a newcomer's hints wait.
 */
export const coachDoor = $state<{ ask: (() => void) | undefined; open: boolean }>({
  ask: undefined,
  open: false,
});
