/** Which names a piece of code declares, and every use of a name that has to be looked at once all declarations are known. */

export type BindingKind = 'import' | 'function' | 'class' | 'var' | 'let' | 'const' | 'param' | 'host';

export interface Binding {
  readonly kind: BindingKind;
  /** Declared by a statement of the module itself, so that a line after that statement is reached whenever it is. */
  readonly topLevel: boolean;
}

export class Scope {
  readonly parent: Scope | undefined;
  readonly kind: 'module' | 'function' | 'block';
  readonly strict: boolean;
  /** `with`, or a sloppy direct eval: names may appear here that nobody declared. */
  open = false;
  private names: Map<string, Binding> | undefined;

  constructor(parent: Scope | undefined, kind: Scope['kind'], strict: boolean) {
    this.parent = parent;
    this.kind = kind;
    this.strict = strict;
  }

  declare(name: string, binding: Binding): void {
    this.names ??= new Map();
    const earlier = this.names.get(name);
    // Of two declarations of one variable, the one that is harder to follow counts.
    if (earlier === undefined || (earlier.topLevel && !binding.topLevel) || earlier.kind === 'host') this.names.set(name, binding);
  }

  own(name: string): Binding | undefined {
    return this.names?.get(name);
  }

  /** Where `var` and `arguments` live. */
  get home(): Scope {
    return this.kind === 'block' && this.parent !== undefined ? this.parent.home : this;
  }
}

/** What a use of a name does with it; `target` is a place inside a destructuring pattern or the head of a for-in or for-of loop. */
export type Role = 'read' | 'call' | 'typeof' | 'delete' | 'assign' | 'modify' | 'update' | 'target';

export interface Reference {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly scope: Scope;
  readonly role: Role;
  /** `{ name }`: the key has to stay. */
  readonly shorthand: boolean;
  /** `name.member`, read. */
  readonly member?: string;
  /** The assignment or update around it. */
  readonly whole?: { readonly start: number; readonly end: number; readonly prefix: boolean; readonly operator: string };
}

export type Found =
  | { readonly kind: 'free' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'bound'; readonly scope: Scope; readonly binding: Binding };

const free = { kind: 'free' } as const;
const unknown = { kind: 'unknown' } as const;

export function lookUp({ name, scope }: Reference): Found {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const binding = at.own(name);
    if (binding !== undefined) return { kind: 'bound', scope: at, binding };
    if (at.open) return unknown;
  }
  return free;
}
