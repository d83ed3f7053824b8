/** How the files a trace was recorded from differ from those that are there now, one warning each; and the refusal where one is gone. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { FozzyError } from '../base/problem.ts';
import { failed } from '../engine/failure.ts';
import { findingForRun } from '../engine/finding-for.ts';
import type { TraceExplore } from '../trace/document.ts';
import type { Finding } from '../trace/finding.ts';
import type { Context } from './context.ts';

export type Sources = Pick<TraceExplore, 'sources' | 'packages'>;

export function checkSource(path: string, trace: string, { cwd }: Context): void {
  if (existsSync(resolve(cwd, path))) return;
  throw new FozzyError('trace_incomplete', `the trace ${trace} was recorded from ${path}, which is not there`, {
    hint: 'code is replayed from its sources: check out the version that recorded it, and run the command from the project (or pass --cwd)',
    details: { path, trace },
  });
}

export function changedSources(
  recorded: Sources,
  now: Sources,
  place: { readonly file: string; readonly projectFile: string },
): readonly Finding[] {
  const digests = new Map(now.sources.map(({ path, blake3 }) => [path, blake3]));
  const known = new Set(recorded.sources.map(({ path }) => path));
  const messages = [
    ...recorded.sources.filter(({ path, blake3 }) => digests.has(path) && digests.get(path) !== blake3).map(({ path }) => changed(path)),
    ...now.sources.filter(({ path }) => !known.has(path)).map(({ path }) => `${path} was not part of the recorded run`),
    ...recorded.packages.filter((name) => !now.packages.includes(name)).map((name) => `the package ${name} was replaced or removed`),
  ];
  return messages.map((message) => findingForRun(failed('checker', 'replay_source_changed', message), place));
}

function changed(path: string): string {
  return `${path} has changed since the recording`;
}
