import { appendFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { type WebSocket, WebSocketServer } from 'ws';

const people = new Set<WebSocket>();
/** Read once, before anybody comes; from then on the file follows the memory and not the other way round. */
const history = readFileSync('/history.txt', 'utf8')
  .split('\n')
  .filter((line) => line !== '');

new WebSocketServer({ port: 80 }).on('connection', (socket) => {
  if (history.length > 0) socket.send(history.join('\n'));
  people.add(socket);
  socket.on('message', (line) => {
    history.push(String(line));
    void appendFile('/history.txt', `${String(line)}\n`);
    for (const person of people) person.send(String(line));
  });
});
