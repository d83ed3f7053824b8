/**
 * What happened in a run, one line per thing that people care about: requests and answers, files, output, faults, crashes, exits. Where
 * it happened is the machine or task it belongs to. Pure scheduling is noise and marked as such.
 */
import type { Json } from '../base/json.ts';
import { jsonLine } from './json-text.ts';
import type { TraceEvent } from '../trace/event.ts';

export interface StoryLine {
  readonly timeMs: number;
  /** The machine or task; '' when it is nobody's. */
  readonly where: string;
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'bad' | 'fault' | 'quiet';
  /** How much it tells about a failure: 0 is noise, 3 is why it failed. */
  readonly weight: 0 | 1 | 2 | 3;
  /** Where in the scenario, or in the code. */
  readonly place?: string;
  /** Same thing several times in a row. */
  readonly times?: number;
}

export type DescribeStep = (pointer: string) => string | undefined;

/** `describeStep` says what the step at a pointer does, for runs of steps scenarios. */
export function storyLines(events: readonly TraceEvent[], describeStep: DescribeStep = () => undefined): readonly StoryLine[] {
  const isSteps = events.some(({ name }) => name === 'span_start');
  return folded(isSteps ? stepLines(events, describeStep) : events.flatMap((event) => lineOf(event) ?? []));
}

/** A line that repeats the one before it is counted instead. */
function folded(lines: readonly StoryLine[]): readonly StoryLine[] {
  const kept: StoryLine[] = [];
  for (const line of lines) {
    const last = kept.at(-1);
    if (last !== undefined && last.where === line.where && last.text === line.text && last.place === line.place)
      kept[kept.length - 1] = { ...last, times: (last.times ?? 1) + 1 };
    else kept.push(line);
  }
  return kept;
}

type Told = Pick<StoryLine, 'text' | 'tone' | 'weight'> & { readonly where?: string };

/** How one event of a simulation is told; undefined where there is nothing to tell. */
function lineOf(event: TraceEvent): StoryLine | undefined {
  const told = event.source === 'user' ? tellUser(event) : (tellers[event.name] ?? tellAny)(fieldsOf(event), event.name);
  if (told === undefined) return undefined;
  const { where = fieldsOf(event)('node'), ...rest } = told;
  return { timeMs: event.time_ms, where, ...rest };
}

type Field = (name: string) => string;
type Teller = (field: Field, name: string) => Told | undefined;

function fieldsOf({ fields }: TraceEvent): Field {
  return (name) => {
    const value = fields[name];
    return value === undefined ? '' : plain(value);
  };
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : jsonLine(value);
}

const tellers: Readonly<Record<string, Teller>> = {
  transition: (field) => ({ text: field('label'), tone: 'quiet', weight: 0 }),
  sched_pick: (field) => ({ text: field('label'), tone: 'quiet', weight: 0 }),
  start: (field) => ({ ...(isFirstLife(field) ? { text: 'starts', weight: 0 } : { text: 'starts again', weight: 1 }), tone: 'plain' }),
  exit: (field) => ({
    text: `exits with ${field('code')}`,
    tone: field('code') === '0' ? 'plain' : 'bad',
    weight: field('code') === '0' ? 1 : 3,
  }),
  crash: (field) => ({
    where: field('target') === '' ? field('node') : field('target'),
    text: field('mode') === 'power-loss' ? 'loses power' : 'is killed',
    tone: 'fault',
    weight: 3,
  }),
  become: (field) => ({
    where: field('target'),
    text: `will come back as ${field('program') || 'another program'}`,
    tone: 'plain',
    weight: 2,
  }),
  disk_state: (field) => ({
    where: field('target'),
    text: field('lost') === '' ? `keeps all of ${field('pending')} pending changes` : `loses ${field('lost')}`,
    tone: 'fault',
    weight: field('lost') === '' ? 1 : 3,
  }),
  refused: (field) => ({ text: `is refused: ${field('message')}`, tone: 'bad', weight: 1 }),
  signal: (field) => ({ where: field('target'), text: `gets ${field('signal')}`, tone: 'fault', weight: 2 }),
  pause: (field) => ({ where: field('target'), text: `stands still for ${field('ms')} ms`, tone: 'fault', weight: 2 }),
  skew: (field) => ({ where: field('target'), text: `clock moves by ${field('ms')} ms`, tone: 'fault', weight: 2 }),
  partition: (field) => ({
    where: '',
    text: field('side') === '' ? `${pair(field)} cut off` : `${field('side')} cut off${field('ms') === '' ? '' : ` for ${field('ms')} ms`}`,
    tone: 'fault',
    weight: 3,
  }),
  heal: (field) => ({ where: '', text: `${pair(field)} together again`, tone: 'plain', weight: 2 }),
  restart: () => ({ text: 'starts again', tone: 'plain', weight: 2 }),
  tick: (field) => ({ where: 'script', text: `${field('duration_ms')} ms pass`, tone: 'quiet', weight: 1 }),
  timer: (field) => ({ text: field('name'), tone: 'quiet', weight: 1 }),
  deliver: (field) => ({ where: field('to'), text: `← ${field('kind')} ${field('id')} from ${field('from')}`, tone: 'plain', weight: 2 }),
  client_put: (field) => ({ text: `put ${field('key')} = ${field('value')}`, tone: 'plain', weight: 2 }),
  client_get: (field) => ({
    text: `get ${field('key')} = ${field('value') === 'null' ? 'absent' : field('value')}`,
    tone: 'plain',
    weight: 2,
  }),
  client_unavailable: (field) => ({ text: `no answer about ${field('key')}`, tone: 'bad', weight: 2 }),
  fault: tellFault,
  stdout: (field) => ({ text: `“${field('text')}”`, tone: 'quiet', weight: 1 }),
  stderr: (field) => ({ text: `“${field('text')}”`, tone: 'bad', weight: 1 }),
  log: (field) => ({ text: `“${field('text')}”`, tone: 'quiet', weight: 1 }),
  fs: tellFile,
  connect: (field) => ({ text: `connects to ${field('to')}`, tone: 'quiet', weight: 0 }),
  'http.request': (field) => ({ text: `${request(field)} → ${field('to')}`, tone: 'plain', weight: 2 }),
  'http.receive': (field) => ({ text: `← ${request(field)}${from(field)}`, tone: 'quiet', weight: 1 }),
  'http.respond': (field) => ({ text: `${field('status')} for ${field('path')}`, tone: statusTone(field), weight: 1 }),
  'http.response': (field) => ({ text: `← ${field('status')}${from(field)}`, tone: statusTone(field), weight: 1 }),
  datagram: (field) => ({ text: `${field('bytes')} B → ${field('to')}`, tone: 'plain', weight: 2 }),
  message: (field) => ({ text: `message → ${field('to')}${field('text') === '' ? '' : ` ${field('text')}`}`, tone: 'plain', weight: 2 }),
  spawn: (field) => ({ text: `spawns ${field('command')}`, tone: 'plain', weight: 2 }),
  invoke: (field) => ({ text: `${field('operation')}${bracketed(field('args'))} …`, tone: 'plain', weight: 2 }),
  respond: (field) => ({ text: `… ${field('operation')} = ${field('result')}`, tone: 'plain', weight: 2 }),
  refuse: (field) => ({ text: `… ${field('operation')} refused`, tone: 'plain', weight: 1 }),
};

function isFirstLife(field: Field): boolean {
  return field('life') === '0' || field('life') === '';
}

function request(field: Field): string {
  return [field('method'), field('path'), field('body')].filter((part) => part !== '').join(' ');
}

function from(field: Field): string {
  return field('from') === '' ? '' : ` from ${field('from')}`;
}

function statusTone(field: Field): 'plain' | 'bad' {
  return Number(field('status')) >= 500 ? 'bad' : 'plain';
}

/** `[1,2]` as arguments: `(1,2)`. */
function bracketed(args: string): string {
  return args.startsWith('[') ? `(${args.slice(1, -1)})` : '()';
}

function pair(field: Field): string {
  return `${field('a')} and ${field('b')}`;
}

function tellFault(field: Field): Told {
  if (field('id') !== '') return tellStrike(field);
  const peer = field('peer') === '' ? '' : ` with ${field('peer')}`;
  const name = field('name') === '' ? '' : ` on ${field('name')}`;
  return { where: field('target'), text: `FAULT ${field('type').replaceAll('_', ' ')}${peer}${name}`, tone: 'fault', weight: 3 };
}

/** Of a distributed scenario: whom it struck, or which message. */
function tellStrike(field: Field): Told {
  const message = field('message') === '' ? '' : ` of message ${field('message')} from ${field('from')}`;
  const between = field('a') === '' ? '' : ` of ${pair(field)}`;
  const where = field('node') === '' ? field('to') : field('node');
  return { where, text: `FAULT ${field('type')}${message}${between}`, tone: 'fault', weight: 3 };
}

/** What changes or reads content is worth a line; looking around is not. */
const READS = /^(?:read|readv|readFile)$/u;
const WRITES = /^(?:write|writev|writeFile|appendFile|append|rename|unlink|rm|rmdir|truncate|ftruncate|copyFile|cp|link|symlink|mkdir)$/u;
const SYNCS = /^(?:fsync|fdatasync)$/u;

function tellFile(field: Field): Told {
  const call = field('op');
  const path = field('path') === '' ? 'a file' : shortPath(field('path'));
  const failed = field('result') === '' || field('result') === 'ok' ? '' : ` ✗ ${field('result')}`;
  const size = field('bytes') === '' ? '' : ` (${field('bytes')} B)`;
  const content = field('text') === '' ? size : ` ${field('text')}`;
  const tone = failed === '' ? 'plain' : 'bad';
  if (READS.test(call)) return { text: `reads ${path}${content}${failed}`, tone, weight: 2 };
  if (/^(?:write|writev|writeFile|appendFile|append)$/u.test(call)) return { text: `writes ${path}${content}${failed}`, tone, weight: 2 };
  if (call === 'rename')
    return { text: `renames ${path}${field('dest') === '' ? '' : ` to ${shortPath(field('dest'))}`}${failed}`, tone, weight: 2 };
  if (SYNCS.test(call)) return { text: `syncs ${path}${failed}`, tone, weight: 1 };
  if (WRITES.test(call)) return { text: `${call} ${path}${failed}`, tone, weight: 2 };
  return { text: `${call} ${path}${failed}`, tone: 'quiet', weight: 0 };
}

function shortPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || path;
}

function tellUser({ name, fields }: TraceEvent): Told {
  const told = Object.entries(fields).map(([key, value]) => `${key}=${plain(value)}`);
  return { text: [name, ...told].join(' '), tone: 'quiet', weight: 1 };
}

function tellAny(_field: Field, name: string): Told {
  return { text: name, tone: 'quiet', weight: 0 };
}

interface Step {
  readonly index: number;
  readonly told: string[];
}

/** A steps scenario: one line per step, on the task that ran it, with what the step did to the outside. */
function stepLines(events: readonly TraceEvent[], describeStep: DescribeStep): readonly StoryLine[] {
  const lines: StoryLine[] = [];
  const open = new Map<string, Step>();
  let latest: Step | undefined;
  for (const event of events) {
    const field = fieldsOf(event);
    if (event.name === 'sched_pick' || event.name === 'scope_start') continue;
    if (event.name === 'span_start') {
      latest = { index: lines.length, told: [] };
      open.set(field('span'), latest);
      const text = describeStep(field('step_path')) ?? field('step_kind');
      lines.push({ timeMs: event.time_ms, where: field('task'), text, tone: 'plain', weight: 1, place: field('step_path') });
    } else if (event.name === 'span_end') endStep(lines, open.get(field('span')), event);
    else if (event.name === 'scope_end') continue;
    else if (event.source === 'user') lines.push({ timeMs: event.time_ms, where: lines.at(-1)?.where ?? '', ...tellUser(event) });
    else if (!event.name.startsWith('capability_')) latest?.told.push(...detailOf(event, field));
  }
  return lines;
}

function endStep(lines: StoryLine[], step: Step | undefined, event: TraceEvent): void {
  const line = step === undefined ? undefined : lines[step.index];
  if (step === undefined || line === undefined) return;
  const details = event.fields['details'];
  const title = typeof details === 'object' && details !== null && 'title' in details ? plain(details['title'] ?? '') : '';
  const failed = event.fields['status'] === 'error';
  const text = [line.text, ...step.told, ...(failed ? [`✗ ${title}`] : [])].join(' ');
  lines[step.index] = { ...line, text, ...(failed ? { tone: 'bad', weight: 3 } : {}) };
}

/** The one thing worth saying about what a step did. */
function detailOf(event: TraceEvent, field: Field): readonly string[] {
  if (event.name === 'http_request') return [`→ ${field('status')}`];
  if (event.name === 'proc_spawn') return [`→ exit ${field('exit_code')}`];
  if (event.name === 'net_deliver' || event.name === 'net_send') return [`${field('from')} → ${field('to')}`];
  return [];
}
