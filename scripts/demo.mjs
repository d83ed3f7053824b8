/**
 * The main job on a shipped example, from any state of the checkout: finds a lost update, shrinks it and replays what is left, showing the
 * real output of each command. Ends with 0 when each of them ended as it should, so it also tells whether an installation works.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild, ensureDependencies, root } from './setup.mjs';

const example = 'examples/lost-update/racy.fozzy.json';
const trace = '.fozzy/demo/lost-update.fozzy';
const smaller = '.fozzy/demo/lost-update.min.fozzy';

ensureDependencies();
ensureBuild();
rmSync(join(root, '.fozzy', 'demo'), { recursive: true, force: true });

say('Two devices add to one cart. Under seed 1 all is well:');
fozzy(0, 'run', example, '--det', '--seed', '1');
say('Under seed 2 the scheduler lets them overlap, and milk vanishes. The run is recorded:');
fozzy(1, 'run', example, '--det', '--seed', '2', '--record', trace);
say('What does the failure really need? Everything else is taken away:');
fozzy(0, 'shrink', trace);
say('This is left of the scenario:');
for (const line of stepLines(JSON.parse(readFileSync(join(root, smaller), 'utf8')).scenario.steps, '  ')) process.stdout.write(`${line}\n`);
say('And it fails again, exactly, on any machine (exit code 1 is the recorded failure, reproduced):');
fozzy(1, 'replay', smaller);
say(`Found, shrunk, replayed. Try it yourself: node bin/fozzy.js replay ${smaller} --step`);

/**
 * @param {number} expected
 * @param {...string} args
 */
function fozzy(expected, ...args) {
  process.stdout.write(`$ fozzy ${args.join(' ')}\n`);
  const { status } = spawnSync(process.execPath, [join(root, 'bin', 'fozzy.js'), ...args], { cwd: root, stdio: 'inherit' });
  if (status === expected) return;
  process.stderr.write(`demo: expected exit code ${expected}, got ${status}\n`);
  process.exit(1);
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`\n${text}\n\n`);
}

/**
 * @typedef {{ type: string; steps?: Step[]; tasks?: { name: string; steps: Step[] }[]; [field: string]: unknown }} Step
 * @param {Step[]} steps
 * @param {string} indent
 * @returns {string[]}
 */
function stepLines(steps, indent) {
  return steps.flatMap(({ type, steps: nested, tasks, ...fields }) => [
    `${indent}${type}${Object.entries(fields)
      .map(([key, value]) => `  ${key}=${JSON.stringify(value)}`)
      .join('')}`,
    ...stepLines(nested ?? [], `${indent}  `),
    ...(tasks ?? []).flatMap((task) => [`${indent}  ${task.name}:`, ...stepLines(task.steps, `${indent}    `)]),
  ]);
}
