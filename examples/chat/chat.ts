import { simulation } from 'fozzy';
import WebSocket from 'ws';

/** Two people enter a chat while a third one talks; everybody must see every line once. */
export function chat(name: string, server: string) {
  return simulation(name, (sim) => {
    sim.node('chat', server, { files: { '/history.txt': '' } });
    const seen: Record<string, string[]> = { ann: [], ben: [] };
    const join = (who: string) => async () => {
      const socket = new WebSocket('ws://chat');
      socket.on('message', (data) =>
        seen[who]?.push(
          ...String(data)
            .split('\n')
            .filter((line) => line !== ''),
        ),
      );
      await new Promise((open) => socket.on('open', open));
      if (who === 'ann') for (const line of ['one', 'two', 'three']) socket.send(line);
      await sim.sleep(500);
      socket.close();
    };
    sim.client('ann', join('ann'));
    sim.client('ben', join('ben'));
    for (const who of Object.keys(seen)) sim.finally(`${who} saw every line once`, () => seen[who]?.join() === 'one,two,three');
  });
}
