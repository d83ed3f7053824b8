import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const file = '/data/accounts.json';
let saved = 0;

/** Reads, computes, writes: whoever comes in between is overwritten. */
async function transfer(from: string, to: string, amount: number): Promise<void> {
  const accounts = JSON.parse(await readFile(file, 'utf8'));
  accounts[from] -= amount;
  accounts[to] += amount;
  saved += 1;
  const fresh = `${file}.${saved}`;
  await writeFile(fresh, JSON.stringify(accounts));
  await rename(fresh, file);
}

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { from, to, amount } = JSON.parse(body);
  await transfer(from, to, amount);
  response.end('done');
}).listen(process.env['PORT']);
