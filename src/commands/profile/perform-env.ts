/** `profile env`: what can be profiled on this machine, tried out now. */
import { Session } from 'node:inspector';
import { cpus, platform } from 'node:os';
import { renderTable } from '../../report/table.ts';
import { fieldLines, joinLines, section } from '../../report/text-block.ts';
import { type ProfileDomain, profileDomains } from '../../trace/profile/profile.ts';
import { activeBackends } from '../active-backends.ts';
import type { CommandResult } from '../command.ts';
import type { Context } from '../context.ts';
import { measure } from './measure.ts';
import type { ProfileOutput } from './output-shapes.ts';

interface DomainState {
  readonly available: boolean;
  readonly quality: 'exact' | 'sampled' | 'none';
  readonly notes: readonly string[];
}

export async function performProfileEnv(context: Context): Promise<CommandResult> {
  const backends = activeBackends(context);
  const isReal = Object.values(backends).includes('host');
  const { cpu, heap } = await tryProfilers(context);
  const exact: DomainState = {
    available: true,
    quality: 'exact',
    notes: isReal ? ['a host backend is active: waits for it take real time, which is what spans then show'] : [],
  };
  const domains: Readonly<Record<ProfileDomain, DomainState>> = { cpu, heap, latency: exact, io: exact, sched: exact };
  const host = { platform: platform(), node: process.versions.node, v8: process.versions.v8, cpus: cpus().length };
  const document: ProfileOutput<'env'> = { schemaVersion: 'fozzy.profile_env.v1', strict: context.strict, host, backends, domains };
  const table = renderTable(profileDomains, {
    columns: [
      { title: 'domain', text: (domain) => domain },
      { title: 'available', text: (domain) => (domains[domain].available ? 'yes' : 'no') },
      { title: 'quality', text: (domain) => domains[domain].quality },
      { title: 'notes', text: (domain) => domains[domain].notes.join('; ') },
    ],
    paint: context.paint,
    indent: '  ',
  });
  const fields = fieldLines(
    [
      ['node', `${host.node} (V8 ${host.v8})`],
      ['machine', `${host.platform}, ${host.cpus} cpus`],
      ['strict', context.strict ? 'yes' : 'no'],
    ],
    context.paint,
  );
  return { document, exitCode: 0, text: joinLines([...fields, ...section('domains', table.split('\n'), context.paint)]) };
}

/** A little work under both profilers: an inspector that is switched off or taken is found out here. */
async function tryProfilers({ signal }: Context): Promise<{ readonly cpu: DomainState; readonly heap: DomainState }> {
  if (typeof Session !== 'function')
    return { cpu: unavailable('this Node has no inspector'), heap: unavailable('this Node has no inspector') };
  try {
    const replay = async () => spend();
    // The work is Fozzy's own, so a mapping that takes every frame for the user's is what shows that samples arrive.
    const { cpu, allocations } = await measure({
      replay,
      mapStack: () => 'Error\n    at spend (/probe/probe.ts:1:1)',
      root: '/probe',
      signal,
    });
    const notes = [
      `${cpu.stacks.length === 0 ? 'no' : 'a'} sample every ${cpu.intervalUs} µs, over repeated replays, with --profile-capture full`,
    ];
    return {
      cpu: { available: cpu.stacks.length > 0, quality: cpu.stacks.length > 0 ? 'sampled' : 'none', notes },
      heap: {
        available: true,
        quality: allocations.stacks.length > 0 ? 'sampled' : 'exact',
        notes: [
          'exact for the memory model of scenarios',
          `code is sampled every ${allocations.intervalBytes} bytes with --profile-capture full`,
        ],
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { cpu: unavailable(reason), heap: { available: true, quality: 'exact', notes: ['the memory model of scenarios only', reason] } };
  }
}

function unavailable(reason: string): DomainState {
  return { available: false, quality: 'none', notes: [reason] };
}

const SPEND_ROUNDS = 20_000;

function spend(): number {
  const kept: number[][] = [];
  for (let round = 0; round < SPEND_ROUNDS; round += 1) kept.push([round, Math.sqrt(round)]);
  return kept.length;
}
