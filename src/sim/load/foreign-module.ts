/** What ES modules see of something that is none: CommonJS, JSON, a builtin, a package of the host. Its names are known once it has run. */
import { fillNamespace, valueNamespace } from './namespace.ts';

export class ForeignModule {
  /** Single names that were asked for. */
  readonly record: Record<string, unknown> = {};
  /** The same for TypeScript that takes the `default` of converted ES modules. */
  private interop: Record<string, unknown> | undefined;
  private namespaceObject: object | undefined;
  private filled = false;
  private value: unknown;
  /** A real namespace of the host: its `default` is an export like any other. */
  private readonly isNamespace: boolean;

  constructor(isNamespace: boolean) {
    this.isNamespace = isNamespace;
  }

  recordFor(interop: boolean): Record<string, unknown> {
    if (!interop || this.isNamespace) return this.record;
    this.interop ??= {};
    return this.interop;
  }

  get namespace(): object {
    if (this.namespaceObject === undefined) {
      this.namespaceObject = valueNamespace();
      if (this.filled) this.fillNamespace(this.namespaceObject);
    }
    return this.namespaceObject;
  }

  /** It has run, and this is what it exports. */
  settle(value: unknown): void {
    if (this.filled) return;
    this.filled = true;
    this.value = value;
    if (this.namespaceObject !== undefined) this.fillNamespace(this.namespaceObject);
  }

  has(name: string): boolean {
    if (name === 'default' && !this.isNamespace) return true;
    return isObject(this.value) && name in this.value;
  }

  take(name: string, interop: boolean): void {
    const record = this.recordFor(interop);
    if (!(name in record)) record[name] = this.read(name, interop);
  }

  get names(): readonly string[] {
    const own = isObject(this.value) ? Object.keys(this.value) : [];
    return this.isNamespace ? own : [...own.filter((name) => name !== 'default'), 'default'];
  }

  read(name: string, interop: boolean): unknown {
    if (name === 'default' && !this.isNamespace) return interop && isConverted(this.value) ? this.value['default'] : this.value;
    // An accessor that throws is an export nobody can read, not a module nobody can load.
    try {
      return isObject(this.value) ? Reflect.get(this.value, name) : undefined;
    } catch {
      return undefined;
    }
  }

  private fillNamespace(namespace: object): void {
    fillNamespace(namespace, this.names, (name) => this.read(name, false));
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** An ES module that was compiled to CommonJS. */
function isConverted(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && Reflect.get(value, '__esModule') === true;
}
