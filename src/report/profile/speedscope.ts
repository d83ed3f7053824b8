/** The file format of speedscope (https://www.speedscope.app): frames once, then a profile per domain, and per actor where time has an order. */
import { largest } from '../../base/largest.ts';
import type { JsonObject } from '../../base/json.ts';
import { flameStacks, type FlameDomain, flameUnit, replaysTogether } from '../../trace/profile/flame-stacks.ts';
import type { Frame, Profile, ProfileDomain } from '../../trace/profile/profile.ts';
import { type Lane, lanesOf } from './span-lanes.ts';

export function renderSpeedscope(profile: Profile, domains: readonly ProfileDomain[], name: string): JsonObject {
  const frames = new FrameTable();
  const profiles = domains.flatMap((domain): readonly JsonObject[] => {
    switch (domain) {
      case 'cpu':
      case 'heap':
        return [stackProfile(profile, domain, frames)];
      case 'latency':
        return lanesOf(profile.spans.filter(({ isOpen }) => !isOpen)).map((lane) => laneProfile(lane, profile.virtualTimeMs, frames));
      case 'io':
        return [
          counted(
            'io',
            profile.io.map(({ actor, name: operation }) => [actor, operation]),
            frames,
          ),
        ];
      case 'sched':
        return [
          counted(
            'sched',
            profile.turns.map(({ actor, label }) => [actor, label]),
            frames,
          ),
        ];
    }
  });
  return {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    name,
    activeProfileIndex: 0,
    exporter: 'fozzy',
    shared: { frames: frames.list },
    profiles,
  };
}

class FrameTable {
  readonly list: JsonObject[] = [];
  readonly #numbers = new Map<string, number>();

  number(frame: { readonly name: string; readonly file?: string; readonly line?: number; readonly column?: number }): number {
    const { name, file = '', line = 0, column = 0 } = frame;
    const key = `${name}\n${file}\n${line}\n${column}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.list.length);
    this.list.push({ name, ...(file === '' ? {} : { file, ...(line > 0 ? { line } : {}), ...(column > 0 ? { col: column } : {}) }) });
    return this.list.length - 1;
  }
}

function stackProfile(profile: Profile, domain: FlameDomain, frames: FrameTable): JsonObject {
  const stacks = flameStacks(profile, domain);
  const numberOf = (frame: Frame): number => frames.number(frame);
  const together = replaysTogether(profile, domain);
  return sampled(
    together === '' ? domain : `${domain}, ${together}`,
    flameUnit(domain),
    stacks.map((stack) => stack.frames.map(numberOf)),
    stacks.map(({ value }) => value),
  );
}

function counted(name: string, paths: readonly (readonly string[])[], frames: FrameTable): JsonObject {
  const samples = paths.map((path) => path.map((each) => frames.number({ name: each })));
  return sampled(
    name,
    'none',
    samples,
    samples.map(() => 1),
  );
}

function sampled(name: string, unit: string, samples: readonly (readonly number[])[], weights: readonly number[]): JsonObject {
  return { type: 'sampled', name, unit, startValue: 0, endValue: weights.reduce((sum, each) => sum + each, 0), samples, weights };
}

/** What begins later lies inside of what is still open, so closing is a matter of a stack. */
function laneProfile({ actor, spans }: Lane, virtualTimeMs: number, frames: FrameTable): JsonObject {
  const events: JsonObject[] = [];
  const open: { readonly frame: number; readonly endMs: number }[] = [];
  const closeUntil = (ms: number): void => {
    for (let last = open.at(-1); last !== undefined && last.endMs <= ms; last = open.at(-1)) {
      events.push({ type: 'C', frame: last.frame, at: last.endMs });
      open.pop();
    }
  };
  for (const { name, startMs, endMs } of spans) {
    closeUntil(startMs);
    const frame = frames.number({ name });
    events.push({ type: 'O', frame, at: startMs });
    open.push({ frame, endMs });
  }
  closeUntil(Number.POSITIVE_INFINITY);
  const endValue = largest(
    spans.map(({ endMs }) => endMs),
    virtualTimeMs,
  );
  return { type: 'evented', name: `latency of ${actor}`, unit: 'milliseconds', startValue: 0, endValue, events };
}
