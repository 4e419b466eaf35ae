/** How the coach is asked, while it can be: the menu shows the door, so that nothing on the board is covered. */
export const coachDoor = $state<{ ask: (() => void) | undefined }>({ ask: undefined });
