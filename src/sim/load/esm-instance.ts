/** An ES module on one machine in one run. */
import type { ExportSource } from './export-plan.ts';
import { exportPlan } from './export-plan.ts';
import type { ForeignModule } from './foreign-module.ts';
import { present } from '../../base/assert.ts';
import { withFrame } from './load-problem.ts';
import type { Dependency, ForeignTarget, LinkedModule, ModuleCode } from './module-code.ts';
import type { ImportableModule, ModuleNeighbours, NodeRequire } from './module-instance.ts';
import { ModuleInstance } from './module-instance.ts';
import type { View } from './namespace.ts';
import { markedNamespace } from './namespace.ts';
import { missingNameError } from './node-errors.ts';
import { starNamespace } from './star-namespace.ts';
import { requestPlace } from './written-offset.ts';

type State = 'fresh' | 'running' | 'done' | 'failed';

export class EsmInstance extends ModuleInstance implements ImportableModule {
  /** The module's own exports, written by its code as they get their values. */
  readonly record: Record<string, unknown>;
  state: State = 'fresh';
  private readonly linked: LinkedModule;
  /** While it is called: whoever imports it now is part of a circle and must not wait for it. */
  private entered = false;
  private promise: Promise<void> | undefined;
  private error: unknown;
  private viewObject: View | undefined;
  private namespaceObject: object | undefined;
  private requiredObject: object | undefined;

  constructor(code: ModuleCode, space: ModuleNeighbours) {
    super(code, space);
    this.linked = present(code.linked, 'a module is linked before it runs');
    this.record = { ...this.linked.template };
  }

  evaluate(): Promise<void> | undefined {
    switch (this.state) {
      case 'fresh':
        return this.start();
      case 'running':
        return this.entered ? undefined : this.promise;
      case 'failed':
        if (this.promise !== undefined) return this.promise;
        throw this.error;
      default:
        return undefined;
    }
  }

  /** Called by the code of the module when its functions are exported: runs everything it imports. */
  go(): Promise<unknown> | undefined {
    let waits: Promise<void>[] | undefined;
    for (const dependency of this.linked.dependencies) {
      if (dependency.kind === 'foreign') this.runForeign(dependency);
      else {
        const wait = this.space.module(dependency.code).evaluate();
        if (wait !== undefined) (waits ??= []).push(wait);
      }
    }
    return waits === undefined ? undefined : Promise.all(waits);
  }

  /** An export whose value is read whenever it is asked for. */
  live(name: string, read: () => unknown): void {
    Object.defineProperty(this.record, name, { get: read, enumerable: true });
  }

  get require(): NodeRequire {
    return this.space.requireFrom(this.code);
  }

  /** TypeScript that is meant to become CommonJS may look at `module`. */
  get module(): object {
    return {
      exports: this.namespace,
      id: this.code.path,
      filename: this.code.path,
      loaded: this.state === 'done',
      children: [],
      paths: [],
    };
  }

  get view(): View {
    this.viewObject ??= this.createView();
    return this.viewObject;
  }

  get namespace(): object {
    this.namespaceObject ??= this.linked.foreignStars.length > 0 ? this.view : exportPlan(this.linked).namespace.create(this.view);
    return this.namespaceObject;
  }

  /** What `require` of this module gives: with a mark for compiled code if there is a default export. */
  get required(): unknown {
    const { exports } = this.linked;
    if (exports.has('module.exports')) return this.view['module.exports'];
    if (!exports.has('default') || exports.has('__esModule')) return this.namespace;
    this.requiredObject ??= markedNamespace(exportPlan(this.linked).namespace, this.view);
    return this.requiredObject;
  }

  private start(): Promise<void> | undefined {
    const { suspending } = this.linked;
    const values: unknown[] = [this, this.record, this.space.host.globalObject];
    for (const dependency of this.linked.dependencies) values.push(this.importOf(dependency));
    this.state = 'running';
    this.entered = true;
    const { realm, watch } = this.space.host;
    watch?.('begins', this.code.path);
    try {
      const result = Reflect.apply(this.code.code(suspending, realm), undefined, values);
      if (suspending) {
        this.promise = this.settle(result);
        // Whoever imports it is told of its failure; nobody else has to know.
        this.promise.catch(() => undefined);
      } else this.state = 'done';
    } catch (error) {
      this.fail(error);
      throw error;
    } finally {
      this.entered = false;
      watch?.('ends', this.code.path);
    }
    return this.promise;
  }

  private async settle(running: unknown): Promise<void> {
    try {
      await running;
      this.state = 'done';
    } catch (error) {
      this.fail(error);
      throw error;
    }
  }

  private fail(error: unknown): void {
    this.state = 'failed';
    this.error = error;
    this.space.failed(this.code);
  }

  /** The object through which this module's code sees what it imports. */
  private importOf(dependency: Dependency): object {
    const { request } = dependency;
    if (dependency.kind === 'foreign') {
      const foreign = this.space.foreign(dependency.target);
      return request.whole ? foreign.namespace : foreign.recordFor(this.code.interop);
    }
    const module = this.space.module(dependency.code);
    if (request.whole) return module.namespace;
    return dependency.code.linked?.direct === true ? module.record : module.view;
  }

  private runForeign({ target, request }: Dependency & { readonly kind: 'foreign' }): void {
    const value = target.kind === 'builtin' ? this.builtin(target, request) : this.space.runForeign(target);
    const foreign = this.space.foreign(target);
    foreign.settle(value);
    for (const name of request.names) {
      if (!foreign.has(name)) throw missingNameError(request.specifier, name, target.kind === 'code');
      foreign.take(name, this.code.interop);
    }
    for (const name of request.members) if (foreign.has(name)) foreign.take(name, this.code.interop);
  }

  /** What is refused is refused to the line that imports it; no frame of a stack could tell, because none of its code has run. */
  private builtin(target: ForeignTarget, { specifier, at }: Dependency['request']): unknown {
    try {
      return this.space.runForeign(target);
    } catch (error) {
      throw withFrame(error, requestPlace(this.code, specifier, at));
    }
  }

  private createView(): View {
    const plan = exportPlan(this.linked);
    const view = new plan.View(plan.sources.map((source) => this.sourceObject(source)));
    if (this.linked.foreignStars.length === 0) return view;
    return starNamespace(view, [...this.linked.exports.keys()], () => this.starred());
  }

  private sourceObject(source: ExportSource): object {
    if (source.kind === 'foreign') {
      const foreign = this.foreignOf(source.code, source.request);
      return source.whole ? foreign.namespace : foreign.recordFor(source.code.interop);
    }
    const module = source.code === this.code ? this : this.space.module(source.code);
    return source.kind === 'record' ? module.record : module.namespace;
  }

  private foreignOf(code: ModuleCode, request: number): ForeignModule {
    const dependency = present(code.linked?.dependencies[request], 'an export leads to an import of the same module');
    if (dependency.kind === 'module') throw new TypeError('an ES module is not foreign');
    return this.space.foreign(dependency.target);
  }

  /** What `export * from` something that is no ES module brings in, or another module that does so. */
  private starred(): readonly object[] {
    return this.linked.foreignStars.map((star) => {
      const dependency = present(this.linked.dependencies[star], 'a star is an import');
      return dependency.kind === 'module' ? this.space.module(dependency.code).namespace : this.space.foreign(dependency.target).namespace;
    });
  }
}
