import { test, expect } from 'vitest';
import { inSimulation, realModules, type Modules } from '../support/both-worlds.ts';
async function echo({ net }: Modules) {
  const log: string[] = [];
  const server = net.createServer((s) => { log.push('connection'); s.on('data', (d) => { s.write('echo ' + d) }); s.on('end', () => log.push('s end')); s.on('close', () => log.push('s close')); });
  await new Promise<void>((ok) => server.listen(0, ok));
  const { port } = server.address() as any;
  const c = net.connect(port, '127.0.0.1');
  c.on('connect', () => { log.push('connect'); c.write('hi'); });
  c.on('data', (d) => { log.push(String(d)); c.end(); });
  c.on('finish', () => log.push('finish'));
  c.on('end', () => log.push('end'));
  await new Promise((ok) => c.on('close', (e) => { log.push('close ' + e); ok(0); }));
  await new Promise((ok) => server.close(ok));
  log.push('closed');
  return log;
}
async function get({ http }: Modules) {
  const log: unknown[] = [];
  const server = http.createServer((q, r) => { log.push([q.method, q.url, q.headers]); let b=''; q.on('data', (d) => b += d); q.on('end', () => { r.setHeader('X-A', ['1', '2']); r.end('hello ' + b); }); });
  await new Promise<void>((ok) => server.listen(0, ok));
  const { port } = server.address() as any;
  const agent = new http.Agent({ keepAlive: true });
  for (let i = 0; i < 3; i++) await new Promise<void>((ok, no) => { const r = http.request({ port, host: '127.0.0.1', method: 'POST', path: '/x', agent }, (res) => { log.push([res.statusCode, Object.keys(res.headers), res.rawHeaders.length, r.reusedSocket]); res.on('data', (d) => log.push(String(d))); res.on('end', () => { log.push('end'); ok(); }); }); r.on('error', no); r.write('a'); r.end('body'); });
  agent.destroy();
  await new Promise((ok) => server.close(ok));
  return JSON.stringify(log).replaceAll(String(port), 'PORT');
}
test('echo', async () => {
  const real = await echo(realModules);
  console.log(real);
  expect(await inSimulation(echo)).toEqual(real);
});
test('get', async () => {
  const real = await get(realModules);
  console.log(real);
  expect(await inSimulation(get)).toEqual(real);
  expect(await inSimulation(get, 'fast')).toEqual(real);
});
