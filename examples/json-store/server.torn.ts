import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const file = '/data/store.json';
const data: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));

/** The file is truncated and written anew; power may fail in between, and nothing says that it reached the disk. */
async function save(): Promise<void> {
  await writeFile(file, JSON.stringify(data));
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
