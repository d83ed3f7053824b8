/** What the module of a distributed scenario is given and gives back; types for those who write one in TypeScript. */

/** `ctx`: one life of one node. */
export interface NodeContext {
  /** Its own name, and the names of all nodes. */
  readonly node: string;
  readonly nodes: readonly string[];
  /** Virtual milliseconds since the schedule began. */
  now(): number;
  /** From 0 up to 1, seeded per node and run. */
  random(): number;
  /** Something to be seen in the story of the run. */
  event(name: string, fields?: object): void;
  /** The payload is JSON data; it arrives as a copy. */
  send(to: string, payload: unknown): void;
  /** Calls `onTimer(name)` later; the same name again replaces it. */
  setTimer(name: string, ms: number): void;
  clearTimer(name: string): void;
  /** Survives a crash; everything else does not. Values are JSON data. */
  readonly durable: {
    get(key: string): unknown;
    set(key: string, value: unknown): void;
    delete(key: string): boolean;
  };
}

export interface NodeRequest {
  readonly op: 'put' | 'get';
  readonly key: string;
  /** Of a put. */
  readonly value?: string;
}

/** Any of them may be asynchronous but `inspect`. */
export interface NodeHandlers {
  /** At the start and after every restart. */
  onStart?(): unknown;
  onMessage(from: string, payload: unknown): unknown;
  onTimer?(name: string): unknown;
  /** Client steps; a get gives a string or null, or a promise of one. */
  onClient(request: NodeRequest): unknown;
  /** Read by invariants; must change nothing. */
  inspect(key: string): string | null;
  /** Everything in its variables that makes a difference to what it does next, as JSON data: a state that comes back is a livelock. Must change nothing. */
  state?(): unknown;
}

/** What the named export `invariant` is given: how to look into every node that is running. */
export type NodeViews = Readonly<Record<string, (key: string) => string | null>>;
