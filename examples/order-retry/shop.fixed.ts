import { createServer } from 'node:http';

/** Tries up to three times, and says that it is the same charge each time. */
async function charge(key: string, body: string): Promise<void> {
  const headers = { 'idempotency-key': key };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch('http://payments/charge', { method: 'POST', headers, body, signal: AbortSignal.timeout(200) });
      if (response.ok) return;
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  try {
    await charge(JSON.parse(body).order, body);
    console.log(`confirmed ${JSON.parse(body).order}`);
    response.end('thank you');
  } catch {
    response.writeHead(502).end('try again later');
  }
}).listen(process.env['PORT']);
