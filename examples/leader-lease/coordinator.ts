import { createServer } from 'node:http';

const LEASE_MS = 1000;
let holder: string | undefined;
let until = 0;
/** Its own clock decides; it goes on whatever the clocks of the workers do. */
const now = () => performance.now();

createServer((request, response) => {
  const [, verb, id = ''] = (request.url ?? '').split('/');
  if (verb === 'acquire') {
    if (holder === undefined || holder === id || now() >= until) {
      holder = id;
      until = now() + LEASE_MS;
      response.end(JSON.stringify({ granted: true, forMs: LEASE_MS, untilMs: Date.now() + LEASE_MS }));
    } else response.end('{"granted":false}');
    return;
  }
  if (holder !== id) console.log(`stale write by ${id}, the lease is held by ${holder}`);
  response.end('written');
}).listen(80);
