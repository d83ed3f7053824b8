/** A program somebody else wrote: it uses the library with nothing but its published types. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandSettings, describeFozzy, FozzyError, parseScenario, performCommand } from 'fozzy';

const steps = [
  { type: 'set_kv', key: 'a', value: '1' },
  { type: 'fail', message: 'on purpose' },
];
const text = JSON.stringify({ version: 1, name: 'consumer', steps });
const { scenario, problems } = parseScenario(text, { strict: true });
if (scenario?.variant !== 'steps' || problems.length > 0) throw new Error('a valid scenario was refused');

const cwd = mkdtempSync(join(tmpdir(), 'fozzy-consumer-'));
try {
  writeFileSync(join(cwd, 'a.fozzy.json'), text);
  const settings: CommandSettings = { cwd };
  const run = await performCommand('run', { scenario: 'a.fozzy.json', det: true, seed: 7n }, settings);
  if (run.exitCode !== 1) throw new Error(`a failing run ended with ${run.exitCode}`);
  const replay = await performCommand('replay', { runOrTrace: 'last-fail' }, settings);
  if (replay.exitCode !== 1) throw new Error(`its replay ended with ${replay.exitCode}`);
  const refused = await performCommand('run', { scenario: 'missing.fozzy.json' }, settings).catch((error: unknown) => error);
  if (!(refused instanceof FozzyError) || refused.code !== 'scenario_not_found') throw new Error('a missing scenario was not refused');
} finally {
  rmSync(cwd, { recursive: true, force: true });
}

const names: readonly string[] = describeFozzy().commands.map((command) => command.words.join(' '));
if (!names.includes('run')) throw new Error('the library does not know its own commands');
