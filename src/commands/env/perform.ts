/** What config and flags make of the seven capabilities, and on which machine. */
import { arch, platform } from 'node:os';
import { renderTable } from '../../report/table.ts';
import { fieldLines, joinLines, section } from '../../report/text-block.ts';
import type { Backends } from '../../trace/summary.ts';
import { activeBackends } from '../active-backends.ts';
import type { CommandResult } from '../command.ts';
import type { Context } from '../context.ts';
import { engineInfo } from '../engine-info.ts';

interface Capability {
  readonly backend: string;
  readonly deterministic: boolean;
}

/** Each is always there, so that whoever asks for one need not check. */
type Capabilities = Readonly<Record<'time' | 'rng' | 'net' | 'memory' | 'fs' | 'http' | 'proc', Capability>>;

export function performEnv(context: Context): CommandResult {
  const document = envDocument(activeBackends(context));
  return { document, exitCode: 0, text: envText(document, document.fozzy.version, document.capabilities, context) };
}

export interface EnvDocument {
  readonly schemaVersion: string;
  readonly os: string;
  readonly arch: string;
  readonly node: string;
  readonly fozzy: { readonly version: string; readonly commit?: string };
  readonly capabilities: Capabilities;
}

/** This machine and build, with the capabilities these backends make. */
export function envDocument(backends: Backends): EnvDocument {
  const machine = { os: platform(), arch: arch(), node: process.versions.node };
  return { schemaVersion: 'fozzy.env.v1', ...machine, fozzy: engineInfo(), capabilities: capabilitiesOf(backends) };
}

/** Only fs, http and proc can touch the host; everything else is always part of the simulated world. */
function capabilitiesOf({ proc, fs, http }: Backends): Capabilities {
  return {
    time: { backend: 'virtual', deterministic: true },
    rng: { backend: 'chacha20', deterministic: true },
    net: { backend: 'simulated', deterministic: true },
    memory: { backend: 'model', deterministic: true },
    fs: { backend: fs === 'virtual' ? 'virtual_overlay' : fs, deterministic: fs !== 'host' },
    http: { backend: http, deterministic: http !== 'host' },
    proc: { backend: proc, deterministic: proc !== 'host' },
  };
}

function envText(
  machine: { readonly os: string; readonly arch: string; readonly node: string },
  version: string,
  capabilities: Capabilities,
  { paint }: Context,
): string {
  const table = renderTable(Object.entries(capabilities), {
    columns: [
      { title: 'capability', text: ([name]) => name },
      { title: 'backend', text: ([, { backend }]) => backend },
      {
        title: 'deterministic',
        text: ([, { deterministic }]) => (deterministic ? 'yes' : 'no'),
        tint: (cell, [, { deterministic }]) => (deterministic ? paint.green(cell) : paint.yellow(cell)),
      },
    ],
    paint,
    indent: '  ',
  });
  const fields = fieldLines(
    [
      ['fozzy', version],
      ['node', machine.node],
      ['os', machine.os],
      ['arch', machine.arch],
    ],
    paint,
  );
  return joinLines([...fields, ...section('capabilities', table.split('\n'), paint)]);
}
