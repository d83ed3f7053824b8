/**
 * A failing run in a few lines: who did what to whom, in order, without the steps in between. It is what a report shows at once; the
 * whole story is in the trace.
 */
import type { Json } from '../base/json.ts';
import type { TraceEvent } from '../trace/event.ts';

/** The end of a run is where it went wrong, so that is what is kept. */
const LINES_MAX = 24;
const TEXT_MAX = 100;

export function shortStory(events: readonly TraceEvent[]): readonly string[] {
  const told = events.map(lineOf).filter((line) => line !== undefined);
  if (told.length <= LINES_MAX) return told;
  const left = told.length - LINES_MAX + 1;
  return [`… ${left} earlier events`, ...told.slice(left)];
}

type Fields = TraceEvent['fields'];

/** Only what a person would tell; a transition is the beat, not the tune. */
const tellers: Readonly<Record<string, (fields: Fields) => string>> = {
  crash: ({ target, mode }) => `${text(target)} crashes${mode === 'power-loss' ? ' (power loss)' : ''}`,
  exit: ({ code }) => `ends with exit code ${text(code)}`,
  signal: ({ target, signal }) => `${text(target)} gets ${text(signal)}`,
  pause: ({ target, ms }) => `${text(target)} stands still for ${text(ms)} ms`,
  skew: ({ target, ms }) => `the clock of ${text(target)} jumps by ${text(ms)} ms`,
  fault: ({ type, site, peer, name }) => `fault: ${words([type, site, peer, name])}`,
  stdout: ({ text: written }) => `says ${text(written)}`,
  stderr: ({ text: written }) => `complains ${text(written)}`,
  fs: ({ op, call, path, dest, result }) => `${words([op ?? call, path])}${dest === undefined ? '' : ` → ${text(dest)}`}${failure(result)}`,
  connect: ({ to }) => `connects to ${text(to)}`,
  'http.request': ({ method, path, to }) => `${words([method, path])} → ${text(to)}`,
  'http.response': ({ status, path, from }) => `gets ${text(status)} for ${text(path)} from ${text(from)}`,
  'http.respond': ({ status, path }) => `answers ${text(status)} to ${text(path)}`,
  datagram: ({ to, bytes }) => `sends ${text(bytes)} bytes → ${text(to)}`,
  spawn: ({ command }) => `starts ${text(command)}`,
  invoke: ({ operation, args }) => `asks ${text(operation)} ${text(args)}`,
  respond: ({ operation, result }) => `got ${text(result)} from ${text(operation)}`,
  refuse: ({ operation }) => `was refused ${text(operation)}`,
  log: ({ text: said }) => text(said),
};

function lineOf({ time_ms: timeMs, name, fields }: TraceEvent): string | undefined {
  const teller = tellers[name];
  if (teller === undefined) return undefined;
  return `${timeMs} ms  ${text(fields['node'])}  ${cut(teller(fields))}`;
}

function words(parts: readonly (Json | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined && part !== null && part !== '')
    .map(text)
    .join(' ');
}

function failure(result: Json | undefined): string {
  return result === undefined || result === null ? '' : ` (${text(result)})`;
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

function cut(line: string): string {
  const flat = line.replace(/\s+/gu, ' ');
  return flat.length > TEXT_MAX ? `${flat.slice(0, TEXT_MAX - 1)}…` : flat;
}
