/**
 * Which functions have to be checked when they are entered: enough of them that nothing can call itself for ever, in whatever roundabout way,
 * without passing one. Who calls whom is told by names, as far as a file goes. Whoever calls something that is not in it may be called from
 * there, and is checked, but for what the language itself has and what calls nobody back; a function of the file by such a name is checked
 * instead. A check costs little where it stands, and much in what the engine then no longer puts into its caller.
 */

/** Methods of texts, lists and collections that call nothing they are given. */
const OWN_METHODS: ReadonlySet<string> = new Set([
  ...['at', 'charAt', 'charCodeAt', 'codePointAt', 'slice', 'substring', 'substr', 'indexOf', 'lastIndexOf', 'includes', 'startsWith'],
  ...['endsWith', 'trim', 'trimStart', 'trimEnd', 'toLowerCase', 'toUpperCase', 'padStart', 'padEnd', 'repeat', 'fromCharCode'],
  ...['fromCodePoint', 'push', 'pop', 'shift', 'unshift', 'has', 'get', 'set', 'add', 'isArray', 'isInteger', 'isSafeInteger', 'floor'],
  ...['min', 'max', 'abs', 'trunc', 'ceil', 'round', 'imul', 'subarray', 'fill', 'test', 'split', 'join', 'keys', 'hasOwn', 'create'],
]);
const OWN_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['Number', 'String', 'Boolean', 'BigInt', 'parseInt', 'parseFloat', 'isNaN', 'isFinite'],
]);
const OWN_CLASSES: ReadonlySet<string> = new Set([
  ...['Error', 'SyntaxError', 'TypeError', 'RangeError', 'URIError', 'EvalError', 'Uint8Array', 'Uint16Array', 'Uint32Array', 'Int32Array'],
]);
/** The language calls these where nobody wrote a call. */
const UNASKED: ReadonlySet<string> = new Set(['toString', 'valueOf', 'toJSON', 'then', 'next', 'return', 'throw', 'exec']);

export type Callee = `name ${string}` | `method ${string}` | `new ${string}`;

export interface KnownFunction {
  readonly called: Callee | undefined;
  readonly calls: Set<Callee>;
  /** It must be checked, whatever it calls. */
  isChecked: boolean;
  /** There is no place in it where it could be checked. */
  readonly isPart: boolean;
  state: 'new' | 'open' | 'done';
}

export class CallCycles {
  private readonly functions: KnownFunction[] = [];
  private readonly outer: KnownFunction[] = [];
  /** Names that are something else than a function somewhere in the file. */
  private readonly others = new Set<string>();
  private byName: ReadonlyMap<Callee, readonly KnownFunction[]> | undefined;

  enter(called: Callee | undefined, how: 'function' | 'accessor' | 'part'): KnownFunction {
    const name = called?.slice(called.indexOf(' ') + 1) ?? '';
    const isUnasked = how === 'accessor' || (called?.startsWith('method ') === true && (OWN_METHODS.has(name) || UNASKED.has(name)));
    const known: KnownFunction = { called, calls: new Set(), isChecked: isUnasked, isPart: how === 'part', state: 'new' };
    this.functions.push(known);
    this.outer.push(known);
    return known;
  }

  leave(): void {
    this.outer.pop();
  }

  call(callee: Callee): void {
    this.outer.at(-1)?.calls.add(callee);
  }

  callAnything(): void {
    const current = this.outer.at(-1);
    if (current !== undefined) current.isChecked = true;
  }

  /** A parameter, or a variable that may hold any function. */
  holdAnything(names: readonly string[]): void {
    for (const name of names) this.others.add(name);
  }

  /** To be asked when everything was walked. */
  isChecked(known: KnownFunction): boolean {
    this.byName ??= this.resolved();
    return known.isChecked;
  }

  private resolved(): ReadonlyMap<Callee, readonly KnownFunction[]> {
    const byName = new Map<Callee, KnownFunction[]>();
    for (const known of this.functions) {
      if (known.called === undefined) continue;
      const same = byName.get(known.called);
      if (same === undefined) byName.set(known.called, [known]);
      else same.push(known);
    }
    for (const known of this.functions) if ([...known.calls].some((callee) => this.isOutside(callee, byName))) known.isChecked = true;
    // What stands for itself nowhere is checked where it is called from.
    const parts = new Set(
      this.functions.filter((each) => each.isPart && (each.isChecked || each.calls.size > 0)).map(({ called }) => called),
    );
    for (const known of this.functions) if ([...known.calls].some((callee) => parts.has(callee))) known.isChecked = true;
    for (const known of this.functions) visit(known, byName);
    return byName;
  }

  private isOutside(callee: Callee, byName: ReadonlyMap<Callee, unknown>): boolean {
    const name = callee.slice(callee.indexOf(' ') + 1);
    if (!callee.startsWith('method ') && this.others.has(name)) return true;
    if (byName.has(callee)) return false;
    return !(callee.startsWith('method ') ? OWN_METHODS : callee.startsWith('new ') ? OWN_CLASSES : OWN_FUNCTIONS).has(name);
  }
}

/** Whatever is called again while it is still under way closes a circle, and is checked. Circles with a check in them are harmless. */
function visit(known: KnownFunction, byName: ReadonlyMap<Callee, readonly KnownFunction[]>): void {
  if (known.isChecked || known.state === 'done') return;
  if (known.state === 'open') {
    known.isChecked = true;
    return;
  }
  known.state = 'open';
  for (const callee of known.calls) for (const next of byName.get(callee) ?? []) visit(next, byName);
  known.state = 'done';
}
