/** Every function of `fs` that is one call with one result, by its name: the three forms of each are made from this one list. */
import { type Call, isStaged, type MakeCall, type StagedCall } from './call.ts';
import { opendirCall } from './dir.ts';
import { readdirCall } from './directory-calls.ts';
import { fdCalls } from './fd-calls.ts';
import { optionsOf } from './arguments.ts';
import { pathCalls, rmdirCall } from './path-calls.ts';
import { later, laterInStages, now, nowInStages, promised, promisedInStages } from './schedule.ts';
import { cpCall, rmCall, rmdirRecursiveCall } from './tree-calls.ts';
import { appendFileCall, copyFileCall, readFileCall, writeFileCall } from './whole-file.ts';

export const calls = {
  ...pathCalls,
  ...fdCalls,
  appendFile: appendFileCall,
  copyFile: copyFileCall,
  cp: cpCall,
  opendir: opendirCall,
  readFile: readFileCall,
  readdir: readdirCall,
  rm: rmCall,
  rmdir: (given: unknown, options: unknown) =>
    optionsOf(options)['recursive'] === true ? rmdirRecursiveCall(given, options) : rmdirCall(given),
  truncate: (given: unknown, length: unknown) =>
    typeof given === 'number' ? fdCalls.ftruncate(given, length) : pathCalls.truncate(given, length),
  writeFile: writeFileCall,
} satisfies Readonly<Record<string, MakeCall>>;

export type AnyCall<T> = Call<T> | StagedCall<T>;

export function carryOutNow<T>(call: AnyCall<T>): T {
  if (!isStaged(call)) return now(call, call.work);
  return call.whole === undefined ? nowInStages(call, call.stages) : now(call, call.whole);
}

export function carryOutLater<T>(call: AnyCall<T>, done: (error: unknown, value: T | undefined) => void): void {
  if (isStaged(call)) laterInStages(call, call.stages, done);
  else later(call, call.work, done);
}

export function promise<T>(call: AnyCall<T>): Promise<T> {
  return isStaged(call) ? promisedInStages(call, call.stages) : promised(call, call.work);
}
