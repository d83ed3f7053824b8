/** The command line of this very build, for those who start it as a program. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FozzyError } from '../base/problem.ts';
import { parseObject, readText } from '../store/json-file.ts';

export function programPath(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = parseObject(readText(join(folder, 'package.json')) ?? '');
    if (manifest?.['name'] === 'fozzy') return join(folder, 'bin', 'fozzy.js');
  }
  throw new FozzyError('internal', 'the command line of this build cannot be found beside it');
}
