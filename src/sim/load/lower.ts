/**
 * From the text of a module to the text of a function that can be called once per machine and run. Imports and exports are gone, counters
 * and checks are in, undeclared names are looked up on the machine; every line is still where it was.
 */
import { ComparisonMarks } from './comparison-marks.ts';
import type { EditedText } from './edits.ts';
import { Edits } from './edits.ts';
import { declaredNames, DeclarationReader } from './module-declarations.ts';
import type { LocalExport, ModuleShape } from './module-shape.ts';
import type { ESTree } from './native.ts';
import type { ParameterNames } from './rewrite-names.ts';
import { NameRewriter, property } from './rewrite-names.ts';
import { lookUp, Scope } from './scope.ts';
import { SiteMarks } from './site-marks.ts';
import { isStrict } from './syntax.ts';
import { ModuleWalk } from './walk-module.ts';

/** Part of the identity of lowered code: raise it whenever the text or the shape would come out differently. */
export const loweringVersion = 1;

export interface LowerOptions {
  readonly format: 'esm' | 'cjs';
  readonly counting: boolean;
  /** See `Detail` in `prepare-source.ts`. */
  readonly detail?: 'blocks' | 'arms' | 'comparisons';
  /** Unique among everything that is ever compiled in this process. */
  readonly arrayName: string;
  readonly commonJsNames: boolean;
  readonly helpers: boolean;
}

export interface Lowered {
  readonly shape: ModuleShape;
  /** It has syntax that the engine does not know. */
  readonly isBeyond: boolean;
  /** A script whose value is the function of the module. The suspending one is for modules that wait for others. */
  text(suspending: boolean): EditedText;
}

const hostNames = ['exports', 'require', 'module', '__filename', '__dirname'];

export function lower(source: string, program: ESTree.Program, options: LowerOptions): Lowered {
  return new Lowering(source, program, options).run();
}

class Lowering {
  private readonly source: string;
  private readonly program: ESTree.Program;
  private readonly options: LowerOptions;
  private readonly edits = new Edits();
  private readonly names: ParameterNames;
  private readonly scope: Scope;
  private readonly marks: SiteMarks;
  private readonly walk: ModuleWalk;
  private readonly declarations: DeclarationReader | undefined;
  private readonly live = new Set<string>();

  constructor(source: string, program: ESTree.Program, options: LowerOptions) {
    this.source = source;
    this.program = program;
    this.options = options;
    this.names = parameterNames(source);
    this.scope = new Scope(undefined, 'module', options.format === 'esm' || isStrict(program.body));
    this.marks = new SiteMarks(this.edits, options.arrayName, options.counting, (options.detail ?? 'blocks') !== 'blocks');
    const comparisons =
      options.counting && options.detail === 'comparisons' ? new ComparisonMarks(this.edits, source, options.arrayName) : undefined;
    this.walk = new ModuleWalk(this.scope, this.edits, this.marks, this.names, comparisons);
    if (options.format === 'cjs') for (const name of hostNames) this.scope.declare(name, { kind: 'host', topLevel: true });
    else this.declarations = new DeclarationReader(source, this.scope, this.edits, this.names, (node) => this.walk.visit(node));
  }

  run(): Lowered {
    if (this.program.hashbang !== null) this.edits.replace(this.program.hashbang.start, this.program.hashbang.end, '');
    for (const statement of this.program.body) {
      if (this.declarations !== undefined && isModuleDeclaration(statement)) this.declarations.read(statement);
      else this.walk.statements([statement]);
    }
    const members = this.readMembers();
    this.declarations?.finish((local) => members.get(local));
    this.findLive();
    this.rewriteNames();
    const prologue = this.passExportsOn();
    const shape = this.shape();
    return {
      shape,
      isBeyond: this.walk.isBeyond,
      text: (suspending) => this.edits.apply(this.source, this.head(shape, prologue, suspending), '\n})'),
    };
  }

  /** The members read of every `import * as`, for those that are used in no other way. */
  private readMembers(): ReadonlyMap<string, ReadonlySet<string>> {
    const members = new Map<string, Set<string>>();
    if (this.walk.directEval) return members;
    for (const [local, { imported }] of this.declarations?.imports ?? []) if (imported === '*') members.set(local, new Set());
    const spoilt = new Set<string>();
    for (const reference of this.walk.references) {
      const known = members.get(reference.name);
      if (known === undefined) continue;
      const found = lookUp(reference);
      if (found.kind === 'bound' && found.scope !== this.scope) continue;
      if (reference.member === undefined) spoilt.add(reference.name);
      else known.add(reference.member);
    }
    for (const name of spoilt) members.delete(name);
    return members;
  }

  private findLive(): void {
    const { declarations } = this;
    if (declarations === undefined) return;
    for (const local of declarations.exportsOf.keys()) {
      const binding = this.scope.own(local);
      const changing = binding?.kind === 'var' || binding?.kind === 'let';
      if (binding !== undefined && changing && (!binding.topLevel || this.walk.directEval)) this.live.add(local);
    }
    for (const reference of this.walk.references) {
      if (reference.role !== 'target' || !declarations.exportsOf.has(reference.name)) continue;
      const found = lookUp(reference);
      if (found.kind === 'bound' && found.scope === this.scope) this.live.add(reference.name);
    }
  }

  private rewriteNames(): void {
    const rewriter = new NameRewriter(this.edits, {
      parameters: this.names,
      declarations: this.declarations,
      live: this.live,
      commonJsNames: this.options.commonJsNames,
      helpers: this.options.helpers,
      expressionStarts: this.walk.expressionStarts,
    });
    for (const reference of this.walk.references) rewriter.rewrite(reference);
  }

  /** Functions are exported before anything runs, other declarations right after they ran. */
  private passExportsOn(): string {
    const { declarations, names } = this;
    if (declarations === undefined) return '';
    let prologue = declarations.anonymousDefault ? `${names.exports}.default=${names.module}.named(${names.defaultFunction});` : '';
    for (const [local, exported] of declarations.exportsOf) {
      if (this.live.has(local)) {
        for (const name of exported) prologue += `${names.module}.live(${JSON.stringify(name)},()=>${local});`;
      } else if (this.scope.own(local)?.kind === 'function') prologue += this.exportText(local, exported);
    }
    for (const statement of this.program.body) {
      const declaration = 'declaration' in statement ? (statement.declaration ?? statement) : statement;
      if (declaration.type === 'FunctionDeclaration') continue;
      const text = declaredNames(declaration).map((name) => this.exportText(name, declarations.exportsOf.get(name) ?? []));
      if (text.some((each) => each !== '')) this.edits.close(statement.end, `;${text.join('')}`);
    }
    return prologue;
  }

  private exportText(local: string, exported: readonly string[]): string {
    if (exported.length === 0 || this.live.has(local)) return '';
    return `${exported.map((name) => `${this.names.exports}${property(name)}=`).join('')}${local};`;
  }

  private shape(): ModuleShape {
    const { declarations, walk } = this;
    return {
      format: this.options.format,
      requests: declarations?.requests ?? [],
      loose: walk.loose,
      locals: this.localExports(),
      indirect: declarations?.indirect ?? [],
      stars: declarations?.stars ?? [],
      topLevelAwait: walk.topLevelAwait,
      richRequire: walk.richRequire,
      blocks: this.options.counting ? this.marks.blocks : [],
      siteCount: this.marks.count,
    };
  }

  private localExports(): readonly LocalExport[] {
    const { declarations } = this;
    if (declarations === undefined) return [];
    const locals: LocalExport[] = [];
    if (declarations.anonymousDefault) locals.push({ name: 'default', late: false });
    if (declarations.defaultValue) locals.push({ name: 'default', late: true });
    for (const [local, exported] of declarations.exportsOf) {
      const kind = this.scope.own(local)?.kind;
      const late = kind === 'let' || kind === 'const' || kind === 'class';
      for (const name of exported) locals.push({ name, late });
    }
    return locals;
  }

  private head(shape: ModuleShape, prologue: string, suspending: boolean): string {
    const { names, options } = this;
    if (options.format === 'cjs') return `(function(${hostNames.join(',')},${names.module},${names.globalObject}){`;
    const imports = shape.requests.map((_, index) => `,${names.imports}${index}`).join('');
    const parameters = `${names.module},${names.exports},${names.globalObject}${imports}`;
    const go = shape.requests.length === 0 ? '' : `${suspending ? 'await ' : ''}${names.module}.go();`;
    return `(${suspending ? 'async ' : ''}function(${parameters}){"use strict";${prologue}${go}`;
  }
}

function isModuleDeclaration(statement: ESTree.Directive | ESTree.Statement): statement is ESTree.ModuleDeclaration {
  return statement.type.startsWith('Export') || statement.type === 'ImportDeclaration';
}

/** Names the module does not use itself. */
function parameterNames(source: string): ParameterNames {
  let prefix = '$fz';
  while (source.includes(prefix)) prefix += '_';
  return {
    module: `${prefix}m`,
    exports: `${prefix}e`,
    globalObject: `${prefix}g`,
    imports: `${prefix}i`,
    defaultFunction: `${prefix}d`,
  };
}
