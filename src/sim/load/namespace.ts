/**
 * Objects through which modules see each other's exports. A view is for code that imports single names; a namespace is what `import * as`
 * and `import()` give. Their accessors are made once per module and shared by all instances, so that compiled code stays compiled.
 */
import { compileFunction } from 'node:vm';
import { late } from './link.ts';

/** Where a name is read: in the n-th source, under its name there; no name stands for the source itself. */
export interface Outlet {
  readonly name: string;
  readonly source: number;
  readonly inner: string | undefined;
}

export type View = Readonly<Record<string, unknown>>;
export type ViewClass = new (sources: readonly object[]) => View;

/** One class per module: its accessors read fields of the instance, so they are as fast as fields once compiled. */
export function viewClass(outlets: readonly Outlet[]): ViewClass {
  const count = outlets.reduce((most, { source }) => Math.max(most, source + 1), 0);
  const fields = Array.from({ length: count }, (_, index) => `this.s${index}=s[${index}];`).join('');
  const getters = outlets.map(({ name, source, inner }) => {
    const key = JSON.stringify(name);
    if (inner === undefined) return `get [${key}](){return this.s${source}}`;
    return `get [${key}](){const v=this.s${source}[${JSON.stringify(inner)}];if(v===late)early(${key});return v}`;
  });
  const make = compileFunction(`return class{constructor(s){${fields}}${getters.join('')}}`, ['late', 'early']);
  return make(late, early) as ViewClass; // exactly the class written above
}

function early(name: string): never {
  throw new ReferenceError(`Cannot access '${name}' before initialization`);
}

/** Puts the view of a namespace where no program can see it. */
class Keeper extends (function keep(target: object) {
  return target;
} as unknown as new (
  target: object,
) => object) {
  /* a constructor may return any object; this one returns its argument */
  readonly #view: View;

  constructor(target: object, view: View) {
    super(target);
    this.#view = view;
  }

  static read(target: object, name: string): unknown {
    return #view in target ? target.#view[name] : undefined;
  }
}

export class NamespaceType {
  private readonly properties: PropertyDescriptorMap;

  constructor(names: Iterable<string>) {
    const properties: PropertyDescriptorMap = {};
    for (const name of names) properties[name] = { enumerable: true, configurable: false, ...accessors(name) };
    this.properties = properties;
  }

  create(view: View, more: PropertyDescriptorMap = {}): object {
    const namespace = Object.create(null, this.properties) as object; // a fresh object, whatever the type of create says
    Object.defineProperties(namespace, more);
    Object.defineProperty(namespace, Symbol.toStringTag, { value: 'Module' });
    return Object.preventExtensions(new Keeper(namespace, view));
  }
}

/** As `require` returns it to code that was compiled from ES modules. */
export function markedNamespace(type: NamespaceType, view: View): object {
  return type.create(view, { __esModule: { value: true, enumerable: true } });
}

function accessors(name: string): PropertyDescriptor {
  return {
    get(this: object) {
      return Keeper.read(this, name);
    },
    set() {
      throw readOnly(name);
    },
  };
}

/** Names of something that is no ES module are values, taken when it has run. */
export function valueNamespace(): object {
  return Object.create(null) as object; // a fresh object, whatever the type of create says
}

export function fillNamespace(namespace: object, names: Iterable<string>, read: (name: string) => unknown): void {
  for (const name of [...names].toSorted()) Object.defineProperty(namespace, name, { value: read(name), enumerable: true });
  Object.defineProperty(namespace, Symbol.toStringTag, { value: 'Module' });
  Object.preventExtensions(namespace);
}

function readOnly(name: string): TypeError {
  return new TypeError(`Cannot assign to read only property '${name}' of object '[object Module]'`);
}
