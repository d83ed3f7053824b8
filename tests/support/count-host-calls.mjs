/**
 * Preloaded into a Fozzy process: counts every process it starts, every connection it opens and every file it changes outside its run
 * directory, and writes the counts to FOZZY_HOST_CALLS at exit.
 */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { resolve } from 'node:path';

const counts = { processes: [], connections: [], files: [] };
const home = resolve('.fozzy');
const write = fs.writeFileSync;

function watch(owner, name, note) {
  const original = owner[name];
  owner[name] = function watched(...args) {
    note(...args);
    return original.apply(this, args);
  };
}

for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
  watch(childProcess, name, (command) => counts.processes.push(String(command)));
}
watch(net.Socket.prototype, 'connect', (...args) => counts.connections.push(JSON.stringify(args[0])));

function noteFile(path) {
  if (typeof path === 'string' && !resolve(path).startsWith(home)) counts.files.push(path);
}
const changing = ['writeFile', 'appendFile', 'mkdir', 'rename', 'rm', 'unlink', 'symlink', 'truncate'];
for (const name of changing) {
  watch(fs, name, noteFile);
  watch(fs, `${name}Sync`, noteFile);
  if (name in fs.promises) watch(fs.promises, name, noteFile);
}
const noteOpen = (path, flags = 'r') => {
  if (flags !== 'r' && flags !== 0) noteFile(path);
};
watch(fs, 'open', noteOpen);
watch(fs, 'openSync', noteOpen);
watch(fs.promises, 'open', noteOpen);
syncBuiltinESMExports();

process.on('exit', () => write(process.env.FOZZY_HOST_CALLS, JSON.stringify(counts)));
