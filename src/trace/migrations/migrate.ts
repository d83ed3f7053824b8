/** Lifts older traces to the current shape, one version at a time; each step is one file here. */
import type { JsonObject } from '../../base/json.ts';
import { FozzyError } from '../../base/problem.ts';
import type { TraceDocument } from '../document.ts';

export function migrate(_raw: JsonObject, version: number, name: string): { readonly document: TraceDocument; readonly hash: undefined } {
  throw new FozzyError('trace_version', `unsupported trace schema version ${version} in ${name}`);
}
