import { appendFile, readFile } from 'node:fs/promises';
import { type WebSocket, WebSocketServer } from 'ws';

const people = new Set<WebSocket>();

new WebSocketServer({ port: 80 }).on('connection', (socket) => {
  socket.on('message', (line) => {
    void appendFile('/history.txt', `${String(line)}\n`);
    for (const person of people) person.send(String(line));
  });
  void enter(socket);
});

/** What is said while the history is being read reaches neither the history that was read nor the newcomer. */
async function enter(socket: WebSocket): Promise<void> {
  const history = await readFile('/history.txt', 'utf8');
  if (history !== '') socket.send(history);
  people.add(socket);
}
