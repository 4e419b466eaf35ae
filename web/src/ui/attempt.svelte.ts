/** Something asked of the server, and what came of it: a sentence either way. */
export class Attempt {
  fault = $state<string | null>(null);
  told = $state<string | null>(null);

  run = async (what: () => Promise<unknown>, said: string | null = null): Promise<void> => {
    this.fault = this.told = null;
    try {
      await what();
      this.told = said;
    } catch (e) {
      this.fault = (e as Error).message;
    }
  };
}
