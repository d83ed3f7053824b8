/** Somebody waits for something to happen, but not for ever. */
export class Alarm {
  #ring: () => void = () => undefined;

  ring(): void {
    this.#ring();
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timeout = setTimeout(resolve, ms);
      this.#ring = () => {
        clearTimeout(timeout);
        resolve();
      };
    });
  }
}
