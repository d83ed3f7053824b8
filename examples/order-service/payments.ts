import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** Charges each request it gets; the same key only once. */
createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const key = request.headers['idempotency-key'];
  const seen = existsSync('/charges.log') ? readFileSync('/charges.log', 'utf8') : '';
  if (key === undefined || !seen.includes(`${String(key)} `)) appendFileSync('/charges.log', `${String(key)} ${body}\n`);
  response.end('charged');
}).listen(process.env['PORT']);
