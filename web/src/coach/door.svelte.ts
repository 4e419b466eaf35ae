/** How the coach is asked, while it can be: tables show the door where it covers nothing. */
export const coachDoor = $state<{ ask: (() => void) | undefined }>({ ask: undefined });
