/** Runs one command of the toolbox and hands back how it ended, with everything it printed; the callers decide what to show. */
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { root } from './setup.mjs';

/**
 * @typedef {{ name: string; command: string; args: string[]; env?: Record<string, string> }} Tool
 * @typedef {{ name: string; ok: boolean; output: string; durationMs: number }} ToolResult
 */

/**
 * @param {Tool} tool
 * @returns {Promise<ToolResult>}
 */
export function runTool({ name, command, args, env = {} }) {
  const started = performance.now();
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Buffer[]} */
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    const end = (/** @type {boolean} */ ok, /** @type {string} */ extra) =>
      resolve({ name, ok, output: Buffer.concat(output).toString('utf8') + extra, durationMs: performance.now() - started });
    child.once('error', (error) => end(false, error.message));
    child.once('close', (code) => end(code === 0, ''));
  });
}
