/** A small server with one of everything that the map counts, and with words in comments, texts and types that it must not count. */
export const sampleServer = `import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
// if (comment) while (true) fetch('nowhere')
const text = 'if (a) { throw new Error() } await fetch(1)';
interface Named { readonly if: number; catch(): void }
export async function load(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (path === '' || path === '.') throw error;
    return text;
  }
}
createServer((_, answer) => answer.end('x')).listen(80);
`;
