/** `dns.lookup`: through the pool of threads, as in Node; addresses are those of simulated machines. */
import { nextTick } from 'node:process';
import { current } from '../../active.ts';
import { invalidArgType, nodeError } from '../../node-error.ts';
import { type Callback, isCallback, isObject } from '../connect-arguments.ts';
import { type FoundAddress, literal, lookupName } from '../name-lookup.ts';

interface LookupOptions {
  readonly family: 0 | 4 | 6;
  readonly all: boolean;
}

export function lookup(hostname: unknown, given: unknown, callback?: unknown): object {
  const done = isCallback(given) ? given : callback;
  if (!isCallback(done)) throw invalidArgType('callback', 'of type function', done);
  const options = lookupOptions(hostname, isCallback(given) ? undefined : given);
  const request = { hostname, family: options.family };
  if (typeof hostname !== 'string' || hostname === '') {
    nextTick(() => (options.all ? done(null, []) : done(null, null, options.family === 6 ? 6 : 4)));
    return request;
  }
  const address = literal(hostname);
  if (address !== undefined) {
    nextTick(() => answer(done, options, [address]));
    return request;
  }
  lookupName(current(), hostname, options.family, (error, addresses) => {
    if (error === null) answer(done, options, inSomeOrder(addresses, options.all));
    else done(error);
  });
  return request;
}

function answer(done: Callback, { all }: LookupOptions, addresses: readonly FoundAddress[]): void {
  const [first] = addresses;
  if (all) done(null, [...addresses]);
  else done(null, first?.address, first?.family);
}

/** In which order a name service answers is open; whoever takes one address only gets the first of the calm order. */
function inSomeOrder(addresses: readonly FoundAddress[], all: boolean): readonly FoundAddress[] {
  if (!all || addresses.length < 2) return addresses;
  const turn = current().kernel.choose('dns order', addresses.length);
  return [...addresses.slice(turn), ...addresses.slice(0, turn)];
}

function lookupOptions(hostname: unknown, given: unknown): LookupOptions {
  if (hostname !== undefined && hostname !== null && hostname !== '' && hostname !== false && typeof hostname !== 'string') {
    throw invalidArgType('hostname', 'of type string', hostname);
  }
  if (typeof given === 'number') return { family: familyOption(given), all: false };
  if (!isObject(given)) return { family: 0, all: false };
  return { family: familyOption(given['family']), all: given['all'] === true };
}

function familyOption(family: unknown): 0 | 4 | 6 {
  if (family === undefined || family === null || family === 0) return 0;
  if (family === 4 || family === 'IPv4') return 4;
  if (family === 6 || family === 'IPv6') return 6;
  throw nodeError(
    'ERR_INVALID_ARG_VALUE',
    `The property 'options.family' must be one of: 0, 4, 6. Received ${JSON.stringify(family)}`,
    TypeError,
  );
}
