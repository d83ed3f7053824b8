/**
 * The main job on a shipped example, from any state of the checkout: two real servers, a double charge that needs one lost answer, found,
 * shrunk, explained, confirmed on real Node and absent from the repaired twin. It shows the real output of each command and ends with 0
 * when each of them ended as it should, so it also tells whether an installation works.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild, ensureDependencies, root } from './setup.mjs';

const racy = 'examples/order-retry/racy.fozzy.ts';
const fixed = 'examples/order-retry/fixed.fozzy.ts';
const trace = '.fozzy/demo/double-charge.fozzy';

ensureDependencies();
ensureBuild();
rmSync(join(root, '.fozzy', 'demo'), { recursive: true, force: true });

say(
  'A shop asks a payment service to charge a card, and asks again when no answer comes: two ordinary Node servers, unmodified, in examples/order-retry. Does anybody pay twice?',
);
fozzy(1, 'explore', racy, '--seed', '1', '--shrink', '--record', trace);
say('Yes: of all that went wrong in that run one lost answer is enough. Why, and what happens without it?');
fozzy(0, 'explain', trace);
say('That was a simulated network. The same order and the same lost answer, with real Node, real files and real sockets:');
fozzy(0, 'confirm', trace);
say('It fails again, exactly, on any machine (exit code 1 is the recorded failure, reproduced):');
fozzy(1, 'replay', trace);
say('A shop that gives its charge a name is charged once, whatever is lost, late or out of order:');
fozzy(0, 'explore', fixed, '--seed', '1', '--runs', '300');
say(`Found, shrunk, explained, confirmed, repaired. Look around in it: node bin/fozzy.js show ${trace}`);

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
