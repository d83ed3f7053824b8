/** Runs a client of the scenario on its own machine and watches how it ends. */
import { describeWithHint } from './connection-hint.ts';
import type { ClientPlan } from '../scenario/plan.ts';
import type { Verdict } from './verdict.ts';
import { isPromise } from '../value-kinds.ts';

/** Clients begin when the nodes are up; a moment later, as somebody at another machine would. */
const START_DELAY_US = 1000;

export function startClient(client: ClientPlan, verdict: Verdict): void {
  const { machine } = client;
  machine.kernel.arrive(machine, 'client', START_DELAY_US, () => run(client, verdict), undefined);
}

export function isDone({ state }: ClientPlan): boolean {
  return state === 'done' || state === 'failed';
}

function run(client: ClientPlan, verdict: Verdict): void {
  client.state = 'running';
  let result: unknown;
  try {
    result = client.run();
  } catch (error) {
    failed(client, verdict, error);
    return;
  }
  if (!isPromise(result)) {
    client.state = 'done';
    return;
  }
  result.then(
    () => {
      client.state = 'done';
    },
    (error: unknown) => failed(client, verdict, error),
  );
}

function failed(client: ClientPlan, verdict: Verdict, error: unknown): void {
  client.state = 'failed';
  if (client.mayFail) return;
  const { machine } = client;
  const { text, place, stack } = describeWithHint(error, machine);
  const message = `client ${machine.name} failed: ${text}`;
  // An error that came out of the network has no frame of the client's; where it waited has.
  const waited = machine.kernel.awaits?.placeOf(machine)?.split('\n').slice(1) ?? [];
  verdict.report({
    kind: 'assertion',
    title: 'client_failed',
    message,
    place: `${machine.name} ${place}`,
    stack: [stack, ...waited].join('\n'),
  });
}
