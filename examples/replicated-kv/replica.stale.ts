import { createServer } from 'node:http';

const id = process.env['ID'] ?? '';
const peers = (process.env['PEERS'] ?? '').split(',').filter((peer) => peer !== id);
let value = '0';

createServer(async (request, response) => {
  if (request.method === 'PUT') {
    let body = '';
    for await (const chunk of request) body += chunk;
    value = body;
    // The others hear of it some time; who asks them until then reads the old value.
    if (request.url === '/x') for (const peer of peers) fetch(`http://${peer}/copy`, { method: 'PUT', body }).catch(() => undefined);
    response.end();
    return;
  }
  response.end(value);
}).listen(80);
