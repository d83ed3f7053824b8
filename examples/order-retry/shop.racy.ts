import { createServer } from 'node:http';

/** Tries up to three times, because the network is not perfect. */
async function charge(body: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch('http://payments/charge', { method: 'POST', body, signal: AbortSignal.timeout(200) });
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
    await charge(body);
    console.log(`confirmed ${JSON.parse(body).order}`);
    response.end('thank you');
  } catch {
    response.writeHead(502).end('try again later');
  }
}).listen(process.env['PORT']);
