import { createServer, type ServerResponse } from 'node:http';

const followers = new Set<ServerResponse>();
let last = 0;

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  // Whoever comes gets what happens from now on; what happened while it was away is lost.
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
