/**
 * From a tree of steps to one flat list of instructions, so that the engine needs no recursion at
 * run time. Layout:
 *
 *     plain step                    step
 *     assert_throws, assert_rejects scope_start · nested … · scope_end
 *     repeat                        repeat_start · nested … · repeat_end
 *     parallel                      fork · task 0 … task_end · task 1 … task_end · …
 *     whole program                 … · end
 *
 * `target` of a start is the index of its end, of an end the index of its start, of a fork the index
 * after the last task_end, of a task_end the index of its fork; a plain step and `end` point at themselves.
 */
import { unreachable } from '../base/assert.ts';
import type { StepsScenario } from './scenario.ts';
import type { ParallelTask, PlacedStep, Step } from './step.ts';

export interface Program {
  readonly name: string;
  readonly code: readonly Instruction[];
}

/** Every instruction has the same shape, whatever it does: the engine's inner loop stays monomorphic. */
export interface Instruction {
  readonly op: 'step' | 'scope_start' | 'scope_end' | 'repeat_start' | 'repeat_end' | 'fork' | 'task_end' | 'end';
  readonly step: Step;
  /** Step type; `end` for the end of the program. */
  readonly kind: string;
  /** JSON pointer of the step. */
  readonly pointer: string;
  /** JSON pointer the step had in the original scenario; findings are identified by it. */
  readonly origin: string;
  /** `step-3`, nested `step-3.0`, in task t of a parallel `step-3.t.0`. */
  readonly span: string;
  readonly line: number;
  readonly column: number;
  readonly target: number;
  /** Of a fork: where each task starts. */
  readonly tasks: readonly TaskEntry[];
}

export interface TaskEntry {
  readonly name: string;
  readonly start: number;
}

export interface CompileOptions {
  /** From pointers in this scenario to pointers in the one it was made from. */
  readonly origins?: ReadonlyMap<string, string>;
}

export function compile(scenario: StepsScenario, options: CompileOptions = {}): Program {
  const compiler = new Compiler(options.origins ?? new Map());
  compiler.list(scenario.steps, 'step-');
  compiler.end();
  return { name: scenario.name, code: compiler.code };
}

const noTasks: readonly TaskEntry[] = [];
/** Fills the step of `end`, which executes none. */
const noStep: Step = { type: 'unfreeze' };

class Compiler {
  readonly code: Instruction[] = [];
  readonly #origins: ReadonlyMap<string, string>;

  constructor(origins: ReadonlyMap<string, string>) {
    this.#origins = origins;
  }

  list(steps: readonly PlacedStep[], spanPrefix: string): void {
    for (const [index, placed] of steps.entries()) this.#placed(placed, `${spanPrefix}${index}`);
  }

  end(): void {
    const target = this.code.length;
    const place = { pointer: '', origin: '', span: '', line: 1, column: 1 };
    this.code.push({ op: 'end', step: noStep, kind: 'end', ...place, target, tasks: noTasks });
  }

  #placed(placed: PlacedStep, span: string): void {
    const { step } = placed;
    switch (step.type) {
      case 'assert_throws':
      case 'assert_rejects':
        this.#bracket(placed, span, step.steps, 'scope');
        return;
      case 'repeat':
        this.#bracket(placed, span, step.steps, 'repeat');
        return;
      case 'parallel':
        this.#fork(placed, span, step.tasks);
        return;
      default:
        this.code.push(this.#instruction('step', placed, span, this.code.length, noTasks));
    }
  }

  /** The start is written last: only then is the place of the end known. */
  #bracket(placed: PlacedStep, span: string, steps: readonly PlacedStep[], bracket: 'scope' | 'repeat'): void {
    const start = this.#reserve(placed, span);
    this.list(steps, `${span}.`);
    const end = this.code.length;
    const [opening, closing] = opsOf(bracket);
    this.code.push(this.#instruction(closing, placed, span, start, noTasks));
    this.code[start] = this.#instruction(opening, placed, span, end, noTasks);
  }

  #fork(placed: PlacedStep, span: string, tasks: readonly ParallelTask[]): void {
    const fork = this.#reserve(placed, span);
    const entries = tasks.map(({ name, steps }, index) => {
      const entry = { name, start: this.code.length };
      this.list(steps, `${span}.${index}.`);
      this.code.push(this.#instruction('task_end', placed, span, fork, noTasks));
      return entry;
    });
    this.code[fork] = this.#instruction('fork', placed, span, this.code.length, entries);
  }

  #reserve(placed: PlacedStep, span: string): number {
    this.code.push(this.#instruction('end', placed, span, 0, noTasks));
    return this.code.length - 1;
  }

  #instruction(op: Instruction['op'], placed: PlacedStep, span: string, target: number, tasks: readonly TaskEntry[]): Instruction {
    const { step, pointer, line, column } = placed;
    const origin = this.#origins.get(pointer) ?? pointer;
    return { op, step, kind: step.type, pointer, origin, span, line, column, target, tasks };
  }
}

function opsOf(bracket: 'scope' | 'repeat'): readonly [Instruction['op'], Instruction['op']] {
  switch (bracket) {
    case 'scope':
      return ['scope_start', 'scope_end'];
    case 'repeat':
      return ['repeat_start', 'repeat_end'];
    default:
      return unreachable(bracket);
  }
}
