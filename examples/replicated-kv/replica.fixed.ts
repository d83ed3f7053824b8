import { createServer } from 'node:http';

const id = process.env['ID'] ?? '';
const primary = (process.env['PEERS'] ?? '').split(',')[0] ?? '';
const peers = (process.env['PEERS'] ?? '').split(',').filter((peer) => peer !== id);
let value = '0';

createServer(async (request, response) => {
  if (request.method === 'PUT') {
    let body = '';
    for await (const chunk of request) body += chunk;
    value = body;
    if (request.url === '/x') for (const peer of peers) fetch(`http://${peer}/copy`, { method: 'PUT', body }).catch(() => undefined);
    response.end();
    return;
  }
  // The copies are for disasters; who reads gets what the primary says, or nothing.
  if (id === primary) return void response.end(value);
  try {
    response.end(await (await fetch(`http://${primary}/x`, { signal: AbortSignal.timeout(500) })).text());
  } catch {
    response.writeHead(503).end();
  }
}).listen(80);
