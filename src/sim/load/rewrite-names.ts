/**
 * What becomes of every use of a name once all declarations are known: imported names are read from the module they come from, assignments
 * to exported ones are passed on, and names declared nowhere are looked up on the global object of the machine.
 */
import { helpersName } from './compiler-words.ts';
import type { Edits } from './edits.ts';
import { realmNames, replaceableNames } from './language-names.ts';
import type { ModuleDeclarations } from './module-declarations.ts';
import type { Reference } from './scope.ts';
import { lookUp } from './scope.ts';

export interface ParameterNames {
  readonly module: string;
  readonly exports: string;
  readonly globalObject: string;
  readonly imports: string;
  readonly defaultFunction: string;
}

export interface NameRules {
  readonly parameters: ParameterNames;
  readonly declarations: ModuleDeclarations | undefined;
  /** Exported names whose value cannot be followed from assignment to assignment; they are read when they are asked for. */
  readonly live: ReadonlySet<string>;
  /** TypeScript that will be compiled to CommonJS may use `require` and its like beside `import`. */
  readonly commonJsNames: boolean;
  /** Stripped code asks for helpers of its compiler. */
  readonly helpers: boolean;
  readonly expressionStarts: ReadonlySet<number>;
}

export class NameRewriter {
  private readonly edits: Edits;
  private readonly rules: NameRules;

  constructor(edits: Edits, rules: NameRules) {
    this.edits = edits;
    this.rules = rules;
  }

  rewrite(reference: Reference): void {
    const found = lookUp(reference);
    if (found.kind === 'free') return this.rewriteFree(reference);
    if (found.kind === 'unknown' || found.scope.kind !== 'module') return;
    if (found.binding.kind === 'import') return this.rewriteImported(reference);
    if (reference.whole !== undefined && !this.rules.live.has(reference.name)) this.passOn(reference);
  }

  private rewriteImported(reference: Reference): void {
    const { parameters, declarations } = this.rules;
    const imported = declarations?.imports.get(reference.name);
    if (imported === undefined) return;
    if (!isRead(reference)) return this.put(reference, `${parameters.module}.constant.${reference.name}`);
    const from = `${parameters.imports}${imported.request}`;
    const value = imported.imported === '*' ? from : from + property(imported.imported);
    // Without the comma the module would become the `this` of the call.
    this.put(reference, reference.role === 'call' ? `(0,${value})` : value);
  }

  private rewriteFree(reference: Reference): void {
    const { name, role } = reference;
    const { parameters } = this.rules;
    if (realmNames.has(name) && !replaceableNames.has(name)) return;
    if ((name === 'globalThis' || name === 'global') && isRead(reference)) return this.put(reference, parameters.globalObject);
    const own = this.rules.commonJsNames ? commonJsMember[name] : undefined;
    if (own !== undefined) return this.put(reference, `${parameters.module}.${own}`);
    if (this.rules.helpers && name === helpersName) return this.put(reference, `${parameters.module}.helpers`);
    const key = JSON.stringify(name);
    const place = `${parameters.globalObject}.${name}`;
    const held = `${parameters.module}.held(${key}).${name}`;
    if (role === 'read' || role === 'call') {
      this.put(reference, `(${key}in ${parameters.globalObject}?${place}:${parameters.module}.lost(${key}))`);
    } else if (role === 'typeof' || role === 'delete') this.put(reference, place);
    else this.put(reference, role === 'modify' || role === 'update' || reference.scope.strict ? held : place);
  }

  /** An assignment to an exported variable. */
  private passOn({ name, role, whole }: Reference): void {
    const names = this.rules.declarations?.exportsOf.get(name);
    if (names === undefined || whole === undefined) return;
    const { parameters } = this.rules;
    const exported = names.map((each) => `${parameters.exports}${property(each)}=`).join('');
    if (role !== 'update') return this.edits.open(whole.start, exported);
    const guard = this.rules.expressionStarts.has(whole.start) ? ';' : '';
    const kept = `${parameters.module}.kept`;
    const value = whole.prefix ? `${exported}${whole.operator}${name}` : `${kept}=${name}${whole.operator},${exported}${name},${kept}`;
    this.edits.replace(whole.start, whole.end, `${guard}(${value})`);
  }

  private put({ name, start, end, shorthand }: Reference, text: string): void {
    const guard = text.startsWith('(') && this.rules.expressionStarts.has(start) ? ';' : '';
    this.edits.replace(start, end, shorthand ? `${name}:${text}` : guard + text);
  }
}

const commonJsMember: Readonly<Record<string, string>> = {
  __proto__: null as never, // a name like `constructor` must not find anything on the prototype
  require: 'require',
  module: 'module',
  exports: 'module.exports',
  __filename: 'filename',
  __dirname: 'dirname',
};

/** `.name`, or `["any text"]`. */
export function property(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function isRead({ role }: Reference): boolean {
  return role === 'read' || role === 'call' || role === 'typeof';
}
