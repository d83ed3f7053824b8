/** Steps about processes: declared results and spawns. */
import { fallback, optional, required } from '../field.ts';
import { integer, u53 } from '../kind/integer.ts';
import { listOf } from '../kind/list.ts';
import { writtenKey } from '../kind/plain.ts';
import { match, text } from '../kind/text.ts';
import { type AnyStepType, stepType } from './step-type.ts';

const cmd = required('cmd', text, 'the program');
const args = fallback('args', listOf(text), [], [], 'its arguments, compared exactly');

export const processSteps: readonly AnyStepType[] = [
  stepType('proc_when', {
    summary: 'Declares a scripted result of a command; under the host backend a contract.',
    fields: {
      cmd,
      args,
      exitCode: required('exit_code', integer, 'exit code of the command'),
      stdout: optional('stdout', text, 'what it prints; scripted nothing without it, as a contract anything'),
      stderr: optional('stderr', text, 'what it prints to standard error; like stdout'),
      times: optional('times', u53, 'how often the rule may be used; unlimited without it'),
    },
    example: { cmd: 'pricer', args: ['--sku', '42'], exit_code: 0, stdout: '19' },
    notes: ['A declaration alone does nothing: add a `proc_spawn`.'],
  }),
  stepType('proc_spawn', {
    summary: 'Runs a scripted or real process, then checks expectations.',
    fields: {
      cmd,
      args,
      expectExit: optional('expect_exit', integer, 'exit code it must have'),
      expectStdout: optional('expect_stdout', match, 'what its output must match'),
      expectStderr: optional('expect_stderr', match, 'what its error output must match'),
      saveStdoutAs: optional('save_stdout_as', writtenKey, 'kv key that receives the output once all checks passed'),
    },
    example: { cmd: 'pricer', args: ['--sku', '42'], expect_exit: 0 },
  }),
];
