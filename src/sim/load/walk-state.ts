/** What a walk over a module knows while it walks: the scope it is in, what is certain here, and everything it has collected. */
import type { Callee } from './call-cycles.ts';
import type { ComparisonMarks } from './comparison-marks.ts';
import type { Edits } from './edits.ts';
import type { LooseRequest } from './module-shape.ts';
import type { SyntaxNode } from './native.ts';
import type { BindingKind, Reference, Role } from './scope.ts';
import { Scope } from './scope.ts';
import type { SiteMarks } from './site-marks.ts';
import { boundNames, childrenOf } from './syntax.ts';

export interface WalkNames {
  /** The parameter that stands for the module instance. */
  readonly module: string;
  readonly globalObject: string;
}

export abstract class WalkState {
  readonly scope: Scope;
  readonly references: Reference[] = [];
  readonly loose: LooseRequest[] = [];
  /** Statements that begin with an expression: a parenthesis put there could be taken for a call of the line before. */
  readonly expressionStarts = new Set<number>();
  topLevelAwait = false;
  /** There is syntax that the engine does not know. */
  isBeyond = false;
  directEval = false;
  richRequire = false;
  protected at: Scope;
  protected functionDepth = 0;
  protected uncertainty = 0;
  protected leaf = true;
  protected thisIsGlobal = false;
  protected changing = false;
  /** What the next function is called by, where its place says so. */
  protected called: Callee | undefined;
  /** It may be called without a call, or by any name. */
  protected isAccessor = false;
  protected className = '';
  protected readonly edits: Edits;
  protected readonly marks: SiteMarks;
  protected readonly names: WalkNames;
  /** Present where comparisons are watched. */
  protected readonly comparisons: ComparisonMarks | undefined;

  constructor(scope: Scope, edits: Edits, marks: SiteMarks, names: WalkNames, comparisons?: ComparisonMarks) {
    this.comparisons = comparisons;
    this.scope = scope;
    this.at = scope;
    this.edits = edits;
    this.marks = marks;
    this.names = names;
  }

  abstract visit(node: SyntaxNode): void;

  protected visitOptional(node: SyntaxNode | null): void {
    if (node !== null) this.visit(node);
  }

  protected visitChildren(node: SyntaxNode): void {
    for (const child of childrenOf(node)) this.visit(child);
  }

  protected refer(
    node: { readonly name: string; readonly start: number; readonly end: number },
    role: Role,
    more: Partial<Reference> = {},
  ): void {
    if (node.name === 'require' && role === 'read' && more.member === undefined) this.richRequire = true;
    this.references.push({ name: node.name, start: node.start, end: node.end, scope: this.at, role, shorthand: false, ...more });
  }

  protected within(kind: Scope['kind'], walk: () => void, strict = this.at.strict): void {
    const outer = this.at;
    this.at = new Scope(outer, kind, strict);
    walk();
    this.at = outer;
  }

  protected withThis(isGlobal: boolean, walk: () => void): void {
    const outer = this.thisIsGlobal;
    this.thisIsGlobal = isGlobal;
    walk();
    this.thisIsGlobal = outer;
  }

  /** What is walked here need not be reached. */
  protected maybe(walk: () => void): void {
    this.uncertainty += 1;
    walk();
    this.uncertainty -= 1;
  }

  protected declare(pattern: SyntaxNode, kind: BindingKind, scope: Scope, topLevel = false): void {
    for (const name of boundNames(pattern)) scope.declare(name, { kind, topLevel });
  }
}
