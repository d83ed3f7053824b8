import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const file = '/data/accounts.json';
let last: Promise<void> = Promise.resolve();

/** One transfer after the other. */
function transfer(from: string, to: string, amount: number): Promise<void> {
  last = last.then(async () => {
    const accounts = JSON.parse(await readFile(file, 'utf8'));
    accounts[from] -= amount;
    accounts[to] += amount;
    await writeFile(`${file}.new`, JSON.stringify(accounts));
    await rename(`${file}.new`, file);
  });
  return last;
}

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { from, to, amount } = JSON.parse(body);
  await transfer(from, to, amount);
  response.end('done');
}).listen(process.env['PORT']);
