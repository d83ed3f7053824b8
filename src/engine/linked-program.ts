/**
 * A program made ready for many runs: each instruction with its executor and with the ids its texts
 * have in every log of this program, so that a step looks nothing up while it runs.
 */
import { SymbolTable } from '../decide/log.ts';
import type { Instruction, Program } from '../scenario/compile.ts';
import type { Step } from '../scenario/step.ts';
import type { Stage } from './stage.ts';
import { executors } from './step/executors.ts';
import type { StepEnd } from './step-end.ts';
import type { Task } from './task.ts';

export const MAIN_TASK = 'main';

export type AnyExecutor = (step: Step, run: Stage, task: Task) => StepEnd;

export interface LinkedInstruction {
  readonly instruction: Instruction;
  readonly execute: AnyExecutor;
}

export interface LinkedProgram {
  readonly program: Program;
  readonly code: readonly LinkedInstruction[];
  /** Its places are the instructions: a task at `pc` stands at place `pc`. */
  readonly symbols: SymbolTable;
}

export function linkProgram(program: Program): LinkedProgram {
  const places = program.code.map(({ kind, pointer }) => ({ label: kind, path: pointer }));
  const symbols = new SymbolTable([MAIN_TASK, ''], places);
  const code = program.code.map((instruction) => ({
    instruction,
    // Reason for the cast: the table maps each type to the executor of exactly that type.
    execute: executors[instruction.step.type] as AnyExecutor,
  }));
  return { program, code, symbols };
}
