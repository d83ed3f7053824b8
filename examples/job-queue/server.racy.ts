import { createServer } from 'node:http';

const LEASE_MS = 1000;
const jobs = new Map<string, { until: number; done: boolean; token: number }>();

createServer((request, response) => {
  const [, verb, name = ''] = (request.url ?? '').split('/');
  const job = jobs.get(name);
  if (verb === 'add') jobs.set(name, { until: 0, done: false, token: 0 });
  if (verb === 'take') {
    for (const [waiting, entry] of jobs) {
      if (entry.done || performance.now() < entry.until) continue;
      entry.until = performance.now() + LEASE_MS;
      entry.token += 1;
      return void response.end(JSON.stringify({ job: waiting, token: entry.token }));
    }
    return void response.end('{}');
  }
  if (verb === 'complete' && job !== undefined) {
    // Whoever says so; also a worker that lost its lease long ago.
    job.done = true;
    console.log(`completed ${name}`);
  }
  response.end();
}).listen(80);
