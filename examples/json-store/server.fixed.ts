import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { createServer } from 'node:http';

const file = '/data/store.json';
const data: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
let last: Promise<void> = Promise.resolve();

/** A new file, on the disk before it takes the place of the old one; and the directory after it did. */
function save(): Promise<void> {
  last = last.then(async () => {
    const fresh = await open(`${file}.new`, 'w');
    await fresh.writeFile(JSON.stringify(data));
    await fresh.sync();
    await fresh.close();
    await rename(`${file}.new`, file);
    const folder = await open('/data', 'r');
    await folder.sync();
    await folder.close();
  });
  return last;
}

createServer(async (request, response) => {
  if (request.method === 'PUT') {
    let body = '';
    for await (const chunk of request) body += chunk;
    data[(request.url ?? '/').slice(1)] = body;
    await save();
  }
  response.end(JSON.stringify(data));
}).listen(process.env['PORT']);
