import { faults, simulation } from 'fozzy';

/** A client follows a stream of events; when the connection breaks it comes back and says where it was. */
export function gateway(name: string, server: string) {
  return simulation(name, (sim) => {
    sim.node('gateway', server);
    const seen: number[] = [];
    sim.client('follower', async () => {
      while (seen.length < 5) await follow(seen).catch(() => sim.sleep(50));
    });
    sim.faults(faults.reset(), faults.segmentation());
    sim.finally('every event arrived once and in order', () => seen.join() === '1,2,3,4,5');
  });
}

async function follow(seen: number[]): Promise<void> {
  const response = await fetch('http://gateway/events', { headers: { 'last-event-id': String(seen.at(-1) ?? 0) } });
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk);
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const id = /^id: (\d+)$/mu.exec(text.slice(0, end))?.[1];
      if (id !== undefined) seen.push(Number(id));
      text = text.slice(end + 2);
    }
    if (seen.length >= 5) return;
  }
}
