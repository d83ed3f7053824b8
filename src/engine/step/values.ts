/** Steps that draw, mark and compare values. */
import { cutValue } from '../../base/cut-text.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { canonicalI64, renderU64 } from '../../base/u64.ts';
import type { Text } from '../../scenario/text.ts';
import type { Family } from '../executor.ts';
import { type Failure, failed, StepFailed } from '../failure.ts';
import type { Stage } from '../stage.ts';
import type { StepEnd } from '../step-end.ts';

export const values: Family<
  'trace_event' | 'rand_u64' | 'assert_ok' | 'assert_eq_int' | 'assert_ne_int' | 'assert_eq_str' | 'assert_ne_str'
> = {
  trace_event: (step, run) => {
    // References are resolved even when nobody watches: a missing key fails the step either way.
    run.emitUser(step.name, resolvedFields(step.fields, run));
    return undefined;
  },
  rand_u64: (step, run, task) => {
    run.decider.draw(run.instructionOf(task).origin);
    const { hi, lo } = run.decider.source;
    if (step.key !== undefined) run.world.kv.set(step.key, renderU64(hi, lo));
    return undefined;
  },
  assert_ok: (step, run) => {
    const value = typeof step.value === 'boolean' ? String(step.value) : run.text(step.value);
    const msg = ownMessage(run, step.msg);
    if (value === 'true') return undefined;
    return failed('assertion', 'assert_ok', msg ?? `expected true, got ${cutValue(value)}`, { a: 'true', b: value });
  },
  assert_eq_int: (step, run) => compareIntegers(run, step, true),
  assert_ne_int: (step, run) => compareIntegers(run, step, false),
  assert_eq_str: (step, run) => compareTexts(run, step, true),
  assert_ne_str: (step, run) => compareTexts(run, step, false),
};

function resolvedFields(fields: JsonObject, run: Stage): { readonly [key: string]: Json } {
  const entries = Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, run.json(value)] as const]));
  return Object.fromEntries(entries);
}

interface Comparison {
  readonly type: string;
  readonly a: Text;
  readonly b: Text;
  readonly msg?: Text;
}

function compareIntegers(run: Stage, step: Comparison, equal: boolean): StepEnd {
  const a = integer(run, step.a, 'a');
  const b = integer(run, step.b, 'b');
  const msg = ownMessage(run, step.msg);
  return (a === b) === equal ? undefined : mismatch(step.type, { a, b }, equal, msg);
}

function compareTexts(run: Stage, step: Comparison, equal: boolean): StepEnd {
  const a = run.text(step.a);
  const b = run.text(step.b);
  const msg = ownMessage(run, step.msg);
  return (a === b) === equal ? undefined : mismatch(step.type, { a, b }, equal, msg);
}

function integer(run: Stage, text: Text, field: string): string {
  const resolved = run.text(text);
  const canonical = canonicalI64(resolved);
  if (canonical !== undefined) return canonical;
  throw new StepFailed(
    failed('checker', 'not_an_integer', `"${field}" is no 64-bit integer: "${cutValue(resolved)}"`, { [field]: resolved }),
  );
}

function mismatch(type: string, pair: { readonly a: string; readonly b: string }, equal: boolean, msg: string | undefined): Failure {
  const plain = equal
    ? `expected "${cutValue(pair.a)}" to equal "${cutValue(pair.b)}"`
    : `expected two different values, both are "${cutValue(pair.a)}"`;
  return failed('assertion', type, msg ?? plain, pair);
}

/** Resolved before anything is compared: a missing key is misuse whether or not the message is ever shown. */
export function ownMessage(run: Stage, msg: Text | undefined): string | undefined {
  return msg === undefined ? undefined : run.text(msg);
}
