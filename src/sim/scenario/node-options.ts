/** What a node is given: its surroundings, its disk, its clock, and when it starts. */
import { checkOptions } from './check-options.ts';
import { checkValues, rule, type Rules } from './option-rules.ts';

export interface NodeOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments after the program's own path. */
  readonly argv?: readonly string[];
  /** Files on its disk before it first starts. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly cwd?: string;
  /** What its standard input holds; it ends after that. */
  readonly stdin?: string;
  /** How wrong its clock is: an offset, and a drift in parts per million. */
  readonly clock?: { readonly skewMs?: number; readonly driftPpm?: number };
  /** Clients wait until these ports listen. */
  readonly ports?: readonly number[];
  /** Comes back by itself after it ended or crashed; `true` = after 100 ms. */
  readonly restart?: boolean | { readonly delayMs: number };
  readonly start?: 'auto' | 'manual';
}

const NAMES: ReadonlySet<string> = new Set('env argv files cwd stdin clock ports restart start'.split(' '));
const RULES: Rules = { argv: rule.texts, cwd: rule.path, stdin: rule.text, ports: rule.ports, start: rule.oneOf('auto', 'manual') };
const CLOCK_RULES: Rules = { skewMs: rule.number, driftPpm: rule.number };
const CLOCK: ReadonlySet<string> = new Set(Object.keys(CLOCK_RULES));
const RESTART: ReadonlySet<string> = new Set(['delayMs']);

export function checkNode(name: string, options: NodeOptions): void {
  const call = `sim.node('${name}', …)`;
  checkOptions(call, options, NAMES);
  checkValues(call, options, RULES);
  checkOptions(`sim.node('${name}', { clock })`, options.clock, CLOCK);
  checkValues(`sim.node('${name}', { clock })`, options.clock, CLOCK_RULES);
  if (typeof options.restart !== 'boolean') {
    checkOptions(`sim.node('${name}', { restart })`, options.restart, RESTART);
    checkValues(`sim.node('${name}', { restart })`, options.restart, { delayMs: rule.notNegative });
  }
  for (const path in options.files) {
    if (!path.startsWith('/')) throw new TypeError(`${call}: the path of the file '${path}' must be absolute`);
    const content: unknown = options.files[path];
    if (typeof content !== 'string' && !(content instanceof Uint8Array))
      throw new TypeError(`${call}: what the file '${path}' holds must be a text or bytes; make one of data with JSON.stringify`);
  }
}
