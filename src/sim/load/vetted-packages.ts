/**
 * Packages that are shared between runs without being asked for. Each was read and tried: what its modules keep after they have started
 * are tables and caches whose presence no program can see. Starting them is most of a short run, so sharing them makes searches several
 * times faster. A package that counts, registers or can be configured as a whole does not belong here.
 */
const VETTED: ReadonlySet<string> = new Set(['@hono/node-server', 'express', 'fastify', 'hono', 'koa']);

/** Which packages a simulation wants shared; those it names, or the vetted ones if it names none. */
export function sharingOf(named: readonly string[] | undefined): (packageName: string) => boolean {
  return named === undefined ? (name) => VETTED.has(name) : (name) => named.includes(name);
}
