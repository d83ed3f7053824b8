/** Failures that come when the call is long over: rejections nobody handles, errors in callbacks. */
export class LateFailures {
  readonly #errors: { readonly title: 'unhandled_rejection' | 'uncaught_error'; readonly error: unknown }[] = [];

  listen(): void {
    process.on('unhandledRejection', (error) => this.#errors.push({ title: 'unhandled_rejection', error }));
    process.on('uncaughtException', (error) => this.#errors.push({ title: 'uncaught_error', error }));
  }

  get any(): boolean {
    return this.#errors.length > 0;
  }

  take(): { readonly title: 'unhandled_rejection' | 'uncaught_error'; readonly error: unknown } | undefined {
    const [first] = this.#errors;
    this.#errors.length = 0;
    return first;
  }
}
