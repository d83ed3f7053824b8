/**
 * Where counters go, and what they look like in the text. A counter at a function entry or in a loop is a check as well: whenever its low
 * bits come round to zero it calls out, which is what ends an endless loop (see `sites.ts`). One increment serves both purposes; a separate
 * fuel variable cost as much again.
 */
import { CallCycles, type KnownFunction } from './call-cycles.ts';
import type { Edits } from './edits.ts';
import type { ESTree } from './native.ts';

/** The function every check calls, once in so many passes. */
export const checkName = '$fz$check';
/** A power of two: rare enough to cost nothing, often enough that fuel is a useful measure. */
export const passesPerCheck = 4096;

export class SiteMarks {
  /** Start and end of the block of every counter. */
  readonly blocks: number[] = [];
  private readonly edits: Edits;
  private readonly array: string;
  /** Third-party code is only checked, not counted. */
  private readonly counting: boolean;
  /** Every way an expression can go has a counter as well; a search that is led by counters needs them, a simulation does without. */
  private readonly arms: boolean;
  /**
   * Present where somebody watches over calls that do not come back all the same: to be led by counters is worth more there than that their
   * checks find every one of them.
   */
  readonly cycles: CallCycles | undefined;

  constructor(edits: Edits, array: string, counting: boolean, arms = false) {
    this.edits = edits;
    this.array = array;
    this.counting = counting;
    this.arms = counting && arms;
    this.cycles = this.arms ? new CallCycles() : undefined;
  }

  get count(): number {
    return this.blocks.length / 2;
  }

  /** Called before the function is walked, so that numbers follow the source. */
  enterFunction(node: ESTree.Node): number {
    return this.counting ? this.take(node) : -1;
  }

  /** A function that calls nothing and has no loop cannot keep anybody busy, so it is not checked. */
  leaveFunction(
    site: number,
    node: ESTree.Function | ESTree.ArrowFunctionExpression,
    leaf: boolean,
    known: KnownFunction | undefined,
  ): void {
    const { body } = node;
    if (body === null || (leaf && !this.counting)) return;
    const number = site < 0 ? this.take(node) : site;
    const mark = (): string =>
      leaf || (known !== undefined && this.cycles?.isChecked(known) === false) ? this.bump(number) : this.check(number);
    if (body.type === 'BlockStatement') this.edits.open(afterDirectives(body), () => `${mark()};`);
    else {
      // Its inside has been walked by now, and may have begun something at the same place.
      this.edits.openAround(body.start, () => `(${mark()},`);
      this.edits.close(body.end, ')');
    }
  }

  /** The check stands outside of any `try` of the body, so that a body that swallows errors cannot keep the loop alive. */
  enterLoop(body: ESTree.Statement): void {
    this.openBlock(body, this.check(this.take(body)));
  }

  enterBranch(body: ESTree.Statement): void {
    if (this.counting) this.openBlock(body, this.bump(this.take(body)));
  }

  leaveBlock(body: ESTree.Statement, marked: boolean): void {
    if (marked && body.type !== 'BlockStatement') this.edits.close(body.end, '}');
  }

  leaveBranch(body: ESTree.Statement): void {
    this.leaveBlock(body, this.counting);
  }

  /** A plain place in a list of statements: a `case`, the start of a `catch`. */
  enterAt(place: number, node: ESTree.Node): void {
    if (this.counting) this.edits.open(place, `${this.bump(this.take(node))};`);
  }

  enterExpression(node: ESTree.Expression): void {
    if (this.counting) this.edits.open(node.start, `(${this.bump(this.take(node))},`);
  }

  leaveExpression(node: ESTree.Expression): void {
    if (this.counting) this.edits.close(node.end, ')');
  }

  /** The way past an `if` that has no `else`; its branch is a block by now. */
  addElse(node: ESTree.IfStatement): void {
    if (this.arms) this.edits.close(node.consequent.end, `else ++${this.array}[${this.take(node)}];`);
  }

  /** An operand or a default value that need not be evaluated. */
  enterArm(node: ESTree.Expression): void {
    if (this.arms) this.enterExpression(node);
  }

  leaveArm(node: ESTree.Expression): void {
    if (this.arms) this.leaveExpression(node);
  }

  /** The way on from `?.`: its property is counted as it is named. */
  markOptional(property: { readonly start: number; readonly end: number; readonly name: string }, node: ESTree.Node): void {
    if (this.arms) this.edits.replace(property.start, property.end, `[(${this.bump(this.take(node))},${JSON.stringify(property.name)})]`);
  }

  private openBlock(body: ESTree.Statement, mark: string): void {
    if (body.type === 'BlockStatement') this.edits.open(body.start + 1, `${mark};`);
    else this.edits.open(body.start, `{${mark};`);
  }

  private take(node: ESTree.Node): number {
    this.blocks.push(node.start, node.end);
    return this.blocks.length / 2 - 1;
  }

  private bump(site: number): string {
    return `++${this.array}[${site}]`;
  }

  private check(site: number): string {
    return `++${this.array}[${site}]&${passesPerCheck - 1}||${checkName}(${this.array},${site})`;
  }
}

function afterDirectives(body: ESTree.FunctionBody): number {
  let place = body.start + 1;
  for (const statement of body.body) {
    if (statement.type !== 'ExpressionStatement' || typeof statement.directive !== 'string') break;
    place = statement.end;
  }
  return place;
}
