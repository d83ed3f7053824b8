/**
 * One pass over one scenario file: the place being read, what was found wrong so far, and the few
 * facts a rule may need to know about its surroundings. Readers report here and carry on, so that
 * a user sees every mistake at once.
 */
import { cutValue } from '../base/cut-text.ts';
import { childPointer } from '../base/json-pointer.ts';
import type { JsonMember, JsonNode } from '../base/json-text.ts';
import type { LineIndex } from '../base/line-index.ts';
import { nearest } from '../base/nearest.ts';
import type { Problem } from '../base/problem.ts';
import type { ProblemCode } from '../base/problem-codes.ts';
import type { ScenarioEnvironment } from './environment.ts';
import type { PlacedStep } from './step.ts';

/** What the command line puts in the place of parts of a distributed scenario. */
export interface Overrides {
  /** Replaces the topology by n0, n1, … */
  readonly nodeCount?: number;
  /** The list in the file is not looked at; the caller supplies another. */
  readonly replaceFaults?: boolean;
  readonly replaceInvariants?: boolean;
}

export interface Surroundings {
  readonly lines: LineIndex;
  readonly strict: boolean;
  readonly hostHttp: boolean;
  readonly overrides: Overrides;
  readonly environment: ScenarioEnvironment | undefined;
  /** Composite steps hold steps; given here because a field cannot import the list it is part of. */
  readonly readSteps: (node: JsonNode, inspection: Inspection) => readonly PlacedStep[] | undefined;
}

export interface Place {
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}

interface Found {
  readonly offset: number;
  readonly problem: Problem;
}

export class Inspection {
  readonly surroundings: Surroundings;
  /** Nodes of a distributed scenario; undefined while no trustworthy topology is known. */
  nodes: ReadonlySet<string> | undefined = undefined;
  /** Renders the smallest correct form of what is being read; hints show it. */
  example: () => string = () => '';
  readonly #path: (string | number)[] = [];
  /** Pointers of the path's prefixes as far as somebody asked: siblings share the work of their parents. */
  readonly #pointers: (string | undefined)[] = [''];
  readonly #found: Found[] = [];

  constructor(surroundings: Surroundings) {
    this.surroundings = surroundings;
  }

  /** Everything reported until `leave` is placed below this key. */
  enter(key: string | number): void {
    this.#path.push(key);
    this.#pointers.push(undefined);
  }

  leave(): void {
    this.#path.pop();
    this.#pointers.pop();
  }

  placeOf(offset: number): Place {
    const { line, column } = this.surroundings.lines.at(offset);
    return { pointer: this.#pointerAt(this.#path.length), line, column };
  }

  error(code: ProblemCode, offset: number, message: string, hint?: string): void {
    this.#add('error', code, offset, message, hint);
  }

  warning(code: ProblemCode, offset: number, message: string, hint?: string): void {
    this.#add('warning', code, offset, message, hint);
  }

  /** The value at hand is not what the field takes. */
  wrongType(node: JsonNode, expected: string): undefined {
    this.error('wrong_type', node.start, `expected ${expected}, found ${describe(node)}`, this.example());
    return undefined;
  }

  outOfRange(node: JsonNode, message: string): undefined {
    this.error('out_of_range', node.start, message, this.example());
    return undefined;
  }

  missingField(owner: JsonNode, key: string, of: string): void {
    this.error('missing_field', owner.start, `${of} needs the field "${key}"`, this.example());
  }

  unknownKey(member: JsonMember, known: readonly string[], of: string): void {
    const close = nearest(member.key, known);
    const hint = close === undefined ? `known keys: ${known.join(', ')}` : `did you mean "${close}"?`;
    this.enter(member.key);
    this.#add(
      this.surroundings.strict ? 'error' : 'warning',
      'unknown_key',
      member.keyStart,
      `"${cutValue(member.key)}" is not a key of ${of}`,
      hint,
    );
    this.leave();
  }

  get failed(): boolean {
    return this.#found.some((found) => found.problem.severity === 'error');
  }

  /** Everything found, in the order of the file. */
  problems(): readonly Problem[] {
    return this.#found.toSorted((a, b) => a.offset - b.offset).map((found) => found.problem);
  }

  #pointerAt(depth: number): string {
    const known = this.#pointers[depth];
    if (known !== undefined) return known;
    const pointer = childPointer(this.#pointerAt(depth - 1), this.#path[depth - 1] ?? '');
    this.#pointers[depth] = pointer;
    return pointer;
  }

  #add(severity: 'error' | 'warning', code: ProblemCode, offset: number, message: string, hint: string | undefined): void {
    const problem = { code, message, ...this.placeOf(offset), ...(hint === undefined || hint === '' ? {} : { hint }), severity };
    this.#found.push({ offset, problem });
  }
}

function describe(node: JsonNode): string {
  switch (node.kind) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(node.value);
    case 'number':
      return `the number ${cutValue(node.raw)}`;
    case 'string':
      return `the string ${JSON.stringify(cutValue(node.value))}`;
    case 'array':
      return 'an array';
    case 'object':
      return 'an object';
  }
}
