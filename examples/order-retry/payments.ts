import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const log = '/data/charges.log';

/** Charges each request it gets; the same key only once. */
createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const key = request.headers['idempotency-key'] ?? 'no key';
  const isNew = key === 'no key' || !readFileSync(log, 'utf8').includes(`${String(key)}: `);
  if (isNew) appendFileSync(log, `${String(key)}: ${body}\n`);
  response.end('charged');
}).listen(process.env['PORT']);
