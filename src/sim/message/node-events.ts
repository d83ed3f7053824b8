/** An EventTarget that also has `on`, `once` and `off` of an EventEmitter, as Node's message ports do; those listeners get bare values. */

type Listener = (...args: unknown[]) => void;

interface Added {
  readonly listener: Listener;
  readonly wrapped: (event: Event) => void;
}

export class NodeEventTarget extends EventTarget {
  readonly #added = new Map<string, Added[]>();
  #plain = 0;

  /** What a listener added with `on` gets for an event. */
  protected bareValue(event: Event): unknown {
    return event instanceof MessageEvent ? event.data : event;
  }

  /** Called whenever listeners for messages come or go. */
  protected listenersChanged(): void {}

  /** Listeners for messages that were added with `on` or through `onmessage`. */
  protected get messageListeners(): number {
    return (this.#added.get('message')?.length ?? 0) + this.#plain;
  }

  /** `onmessage` counts like a listener. */
  protected countPlain(by: 1 | -1): void {
    this.#plain += by;
    this.listenersChanged();
  }

  on(type: string, listener: Listener): this {
    return this.#add(type, listener, false);
  }

  addListener(type: string, listener: Listener): this {
    return this.#add(type, listener, false);
  }

  once(type: string, listener: Listener): this {
    return this.#add(type, listener, true);
  }

  #add(type: string, listener: Listener, once: boolean): this {
    const wrapped = (event: Event) => {
      if (once) this.off(type, listener);
      Reflect.apply(listener, this, [this.bareValue(event)]);
    };
    const list = this.#added.get(type) ?? [];
    list.push({ listener, wrapped });
    this.#added.set(type, list);
    this.addEventListener(type, wrapped);
    this.listenersChanged();
    return this;
  }

  off(type: string, listener: Listener): this {
    const list = this.#added.get(type) ?? [];
    const at = list.findIndex((each) => each.listener === listener);
    const [found] = at < 0 ? [] : list.splice(at, 1);
    if (found !== undefined) this.removeEventListener(type, found.wrapped);
    this.listenersChanged();
    return this;
  }

  removeListener(type: string, listener: Listener): this {
    return this.off(type, listener);
  }

  removeAllListeners(type?: string): this {
    for (const name of type === undefined ? [...this.#added.keys()] : [type]) {
      for (const { listener } of [...(this.#added.get(name) ?? [])]) this.off(name, listener);
    }
    return this;
  }

  emit(type: string, value?: unknown): boolean {
    const isHeard = this.listenerCount(type) > 0;
    this.dispatchEvent(type === 'message' ? new MessageEvent(type, { data: value }) : new CustomEvent(type, { detail: value }));
    return isHeard;
  }

  eventNames(): string[] {
    return [...this.#added.keys()].filter((type) => this.listenerCount(type) > 0);
  }

  listenerCount(type: string): number {
    return this.#added.get(type)?.length ?? 0;
  }

  setMaxListeners(): this {
    return this;
  }

  getMaxListeners(): number {
    return 10;
  }
}
