/** `node:dns` over the names of simulated machines. */
import dns from 'node:dns';
import { current } from '../active.ts';
import type { Part } from '../machine.ts';
import { isCallback } from '../net/connect-arguments.ts';
import { lookup } from '../net/dns/lookup.ts';
import { type Answered, checkType, Resolver, reverse } from '../net/dns/resolver.ts';

const defaultsPart: Part<{ readonly resolver: Resolver; order: string }> = {
  name: 'dns defaults',
  create: () => ({ resolver: new Resolver(), order: 'verbatim' }),
};

/** `resolve4` and its like, by the type of record they ask for. */
const METHODS = {
  resolve4: 'A',
  resolve6: 'AAAA',
  resolveAny: 'ANY',
  resolveCaa: 'CAA',
  resolveCname: 'CNAME',
  resolveMx: 'MX',
  resolveNaptr: 'NAPTR',
  resolveNs: 'NS',
  resolvePtr: 'PTR',
  resolveSoa: 'SOA',
  resolveSrv: 'SRV',
  resolveTxt: 'TXT',
} as const;

type Ask = (resolver: Resolver, args: readonly unknown[], done: unknown) => object;

/** Name first, callback last; for `resolve` the type in between. */
const asks: Readonly<Record<string, Ask>> = {
  ...Object.fromEntries(
    Object.entries(METHODS).map(([method, type]): [string, Ask] => [
      method,
      (resolver, [name, options], done) => withTtl(resolver, name, type, options, done),
    ]),
  ),
  resolve: (resolver, [name, type], done) => resolver.ask(name, checkType(isCallback(type) || type === undefined ? 'A' : type), done),
};

function withTtl(resolver: Resolver, name: unknown, type: string, options: unknown, done: unknown): object {
  const wantsTtl = typeof options === 'object' && options !== null && Reflect.get(options, 'ttl') === true;
  if (!wantsTtl || !isCallback(done)) return resolver.ask(name, type, done);
  const answered: Answered = (error, records) =>
    done(error, Array.isArray(records) ? records.map((address: unknown) => ({ address, ttl: 60 })) : records);
  return resolver.ask(name, type, answered);
}

function byCallback(ask: Ask, resolverOf: (self: unknown) => Resolver) {
  return function resolve(this: unknown, ...args: unknown[]): object {
    return ask(resolverOf(this), args.slice(0, -1), args.at(-1));
  };
}

function byPromise(ask: Ask, resolverOf: (self: unknown) => Resolver) {
  return function resolve(this: unknown, ...args: unknown[]): Promise<unknown> {
    return promised((done) => ask(resolverOf(this), args, done));
  };
}

function promised(start: (done: Answered) => unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    start((error, value) => {
      if (error === null || error === undefined) resolve(value);
      else reject(error);
    });
  });
}

const standard = () => current().part(defaultsPart).resolver;
const own = (self: unknown) => (self instanceof Resolver ? self : standard());

type Make = typeof byCallback | typeof byPromise;

function methods(make: Make, resolverOf: (self: unknown) => Resolver): Record<string, unknown> {
  return Object.fromEntries(Object.entries(asks).map(([name, ask]) => [name, make(ask, resolverOf)]));
}

class CallbackResolver extends Resolver {
  reverse(address: unknown, done: unknown): void {
    reverse(address, done);
  }
}
Object.assign(CallbackResolver.prototype, methods(byCallback, own));

class PromiseResolver extends Resolver {
  reverse(address: unknown): Promise<unknown> {
    return promised((done) => reverse(address, done));
  }
}
Object.assign(PromiseResolver.prototype, methods(byPromise, own));

/** Codes such as NODATA, by the names under which both modules export them. */
const codes = Object.fromEntries(Object.entries(dns).filter(([name, value]) => typeof value === 'string' && /^[A-Z]+$/u.test(name)));

const shared = {
  ...codes,
  getServers: () => standard().getServers(),
  setServers: (servers: readonly string[]) => standard().setServers(servers),
  getDefaultResultOrder: () => current().part(defaultsPart).order,
  setDefaultResultOrder: (order: string) => {
    current().part(defaultsPart).order = order;
  },
};

function lookupService(address: unknown, port: unknown, done: unknown): void {
  if (!isCallback(done)) return;
  reverse(address, (error: unknown, names: unknown) => done(error, Array.isArray(names) ? names[0] : undefined, String(port)));
}

const promises = {
  ...shared,
  ...methods(byPromise, standard),
  Resolver: PromiseResolver,
  lookup: (hostname: unknown, options?: unknown) =>
    new Promise((resolve, reject) => {
      lookup(hostname, options ?? {}, (error: unknown, address: unknown, family: unknown) => {
        if (error !== null && error !== undefined) reject(error);
        else resolve(Array.isArray(address) ? address : { address, family });
      });
    }),
  lookupService: (address: unknown, port: unknown) =>
    new Promise((resolve, reject) => {
      lookupService(address, port, (error: unknown, hostname: unknown, service: unknown) => {
        if (error === null) resolve({ hostname, service });
        else reject(error);
      });
    }),
  reverse: (address: unknown) => promised((done) => reverse(address, done)),
};

const { ADDRCONFIG, V4MAPPED, ALL } = dns;

export const simDns = {
  ...shared,
  ...methods(byCallback, standard),
  ADDRCONFIG,
  V4MAPPED,
  ALL,
  Resolver: CallbackResolver,
  lookup,
  lookupService,
  reverse,
  promises,
};
