import { createServer, type ServerResponse } from 'node:http';

const followers = new Set<ServerResponse>();
let last = 0;

createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  // Whoever comes says what it saw last, and gets what happened since.
  for (let id = Number(request.headers['last-event-id'] ?? 0) + 1; id <= last; id += 1) response.write(`id: ${id}\ndata: tick\n\n`);
  followers.add(response);
  response.on('close', () => followers.delete(response));
  begin();
}).listen(80);

let begun = false;
function begin(): void {
  if (begun) return;
  begun = true;
  const timer = setInterval(() => {
    last += 1;
    for (const follower of followers) follower.write(`id: ${last}\ndata: tick\n\n`);
    if (last === 50) clearInterval(timer);
  }, 100);
}
