/** `init --template service`: a first simulation of a server that exists, written from what its code says. */
import { existsSync } from 'node:fs';
import { basename, extname, join, posix, relative, resolve, sep } from 'node:path';
import { isArray } from '../../base/canonical-json.ts';
import type { Json } from '../../base/json.ts';
import { FozzyError } from '../../base/problem.ts';
import { shellWord } from '../../base/shell-word.ts';
import type { FoundRoute } from '../../sim/inspect/found-route.ts';
import { readServer, type ServerProgram } from '../../sim/inspect/read-server.ts';
import type { OpenPort } from '../../sim/net/open-ends.ts';
import { isObject, parseObject, readText } from '../../store/json-file.ts';
import type { Options } from '../command.ts';
import type { Context } from '../context.ts';
import { textOption } from '../option-values.ts';
import { requestOf } from './route-request.ts';
import type { ScaffoldFile } from './scaffold.ts';
import { type Answer, type TriedServer, tryServer } from './try-server.ts';

/** Undefined unless this template was asked for. */
export async function firstSimulation(options: Options, context: Context): Promise<ScaffoldFile | undefined> {
  const given = textOption(options, 'entry');
  if (textOption(options, 'template') !== 'service') {
    if (given !== undefined)
      throw new FozzyError('usage', `unexpected argument '${given}'`, { hint: 'an entry is for --template service' });
    return undefined;
  }
  for (const name of ['with', 'allTests'])
    if (options[name] !== undefined)
      throw new FozzyError('usage', '--with and --all-tests choose examples, and --template service writes none');
  const entry = given ?? guessEntry(context.cwd);
  const path = resolve(context.cwd, entry);
  if (!existsSync(path))
    throw new FozzyError('scenario_not_found', `there is no program ${entry}`, {
      hint: 'pass the file that calls listen(), such as src/server.ts',
      details: { path: entry },
    });
  const read = await readServer(path);
  const { portVariable, routes } = read;
  const env = portVariable === undefined ? {} : { [portVariable]: String(read.port) };
  const tried = await tryServer({ entry: path, cwd: context.cwd, env, routes });
  const server = tried.open === undefined ? read : asTried(read, tried.open);
  const name = nameOf(entry, context.cwd);
  const file = `tests/${name}.fozzy.ts`;
  warnOf(server, tried, entry, file, context);
  return { path: file, text: simulationText(server, name, entry) };
}

/** A variable that did not decide the port is none of its. */
function asTried(read: ServerProgram, { port, isLocal }: OpenPort): ServerProgram {
  return { ...read, port, local: isLocal, portVariable: port === read.port ? read.portVariable : undefined };
}

export function nextForServer(fozzy: string, path: string): readonly string[] {
  return [`${fozzy} explore ${shellWord(path)}`, `${fozzy} doctor ${shellWord(path)}`];
}

function warnOf(
  { routes, local }: ServerProgram,
  { open, ended, said, answers }: TriedServer,
  entry: string,
  file: string,
  { warn }: Context,
): void {
  const words = said === '' ? '' : `, having said “${said}”`;
  if (ended !== undefined)
    warn({
      code: 'does_not_start',
      message: `${entry} does not stay up on a machine of its own: ${ended}${words}. Give it what it needs in ${file}: env and files of the node, or nodes for the services it asks for`,
    });
  else if (open === undefined)
    warn({
      code: 'no_listen',
      message: `${entry} opens no port${words}: pass the program that calls listen(), or give it in ${file} what it waits for`,
    });
  if (local)
    warn({
      code: 'listens_locally',
      message: `${entry} listens on localhost only, so no other machine reaches it, in a simulation as on a real network: pass host: '0.0.0.0' to listen()`,
    });
  if (routes.length === 0)
    warn({
      code: 'no_routes',
      message: `no route of ${entry} could be read from its code, so one client asks for /: add those you care about`,
    });
  const refused = answers.filter(({ status }) => status >= 400);
  if (refused.length > 0) warn({ code: 'routes_refused', message: refusedText(refused, file) });
}

const SHOWN_MAX = 5;

/** A client that is turned away at the door tests the door. */
function refusedText(refused: readonly Answer[], file: string): string {
  const shown = refused.slice(0, SHOWN_MAX).map(({ route, status }) => `${route.method} ${route.path} with ${status}`);
  const more = refused.length > SHOWN_MAX ? [`${refused.length - SHOWN_MAX} more`] : [];
  return `answered without being served: ${[...shown, ...more].join(', ')}: give their clients in ${file} what they need, such as a token, an id that exists or another body`;
}

const USUAL = ['src/server', 'src/index', 'src/main', 'src/app', 'server', 'index', 'main', 'app'];
const EXTENSIONS = ['.ts', '.js', '.mjs', '.cjs', '.mts'];

/** What `npm start` runs, what package.json calls main, or a usual name. */
function guessEntry(cwd: string): string {
  const manifest = parseObject(readText(join(cwd, 'package.json')) ?? '');
  const scripts = manifest?.['scripts'];
  const start = isObject(scripts) && typeof scripts['start'] === 'string' ? scripts['start'] : '';
  const words = start.split(/\s+/u);
  // The program of `node ./bin/www` has no extension.
  const started =
    words.find((word) => EXTENSIONS.includes(extname(word))) ?? words.find((word, at) => words[at - 1] === 'node' && !word.startsWith('-'));
  const main = manifest?.['main'];
  const usual = USUAL.flatMap((name) => EXTENSIONS.map((extension) => name + extension));
  const found = [started, typeof main === 'string' ? main : undefined, ...usual].find(
    (path) => path !== undefined && existsSync(resolve(cwd, path)),
  );
  if (found !== undefined) return posix.normalize(found.split(sep).join('/'));
  throw new FozzyError('usage', 'there is no program to simulate in any of the usual places', {
    hint: 'name it: fozzy init --template service src/server.ts',
    details: { looked: usual.filter((path) => !isArray(path)).slice(0, USUAL.length) },
  });
}

/** A name is also a host name. */
function nameOf(entry: string, cwd: string): string {
  const stem = basename(entry, extname(entry))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/gu, '-')
    .replace(/^-+|-+$/gu, '');
  if (stem !== '' && stem !== 'index' && stem !== 'main') return stem;
  return (
    basename(cwd)
      .toLowerCase()
      .replace(/[^a-z0-9-]+/gu, '-')
      .replace(/^-+|-+$/gu, '') || 'service'
  );
}

/** Not at the start of a line here, where it would be ours. */
const EXPORTED = 'export default';

function simulationText(server: ServerProgram, name: string, entry: string): string {
  const { port, portVariable, writesFiles } = server;
  const program = relative('tests', entry).split(sep).join('/');
  const env = portVariable === undefined ? '' : `env: { ${portVariable}: '${port}' }, `;
  const routes = server.routes.length === 0 ? [{ method: 'GET', path: '/', body: {} }] : server.routes;
  const crash = writesFiles ? `, faults.crash(server, { restart: true, disk: 'power-loss' })` : '';
  const alive = routes.find(({ method, path }) => method === 'GET' && !/[:*(]/u.test(path))?.path ?? '/';
  return `/**
 * A first simulation of ${entry}, written by \`fozzy init --template service\`: the real program on a simulated machine, and a client for
 * every route that its code names. Make it yours: say what must hold, with sim.always and sim.finally.
 */
import { faults, simulation } from 'fozzy';

${EXPORTED} simulation('${name} keeps working', (sim) => {
  const server = sim.node('server', '${program}', { ${env}ports: [${port}] });

  /** An error of the server is a failure; an answer that never comes is what faults are for. */
  async function request(method: string, path: string, body?: unknown): Promise<unknown> {
    const options = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    let response: Response;
    let text: string;
    try {
      response = await fetch(\`http://server:${port}\${path}\`, options);
      text = await response.text();
    } catch {
      return undefined;
    }
    if (response.status >= 500) throw new Error(\`\${method} \${path} was answered with \${response.status}: \${text}\`);
    return text;
  }

${clientLines(routes).join('\n')}

  sim.faults(faults.latency(), faults.segmentation(), faults.reset()${crash});

  sim.finally('the server still answers', async () => {
    const response = await fetch('http://server:${port}${alive}');
    await response.text();
    return server.state === 'running' && response.status < 500;
  });
});
`;
}

/** What changes something is asked for twice at the same time: what one does to the other is what a simulation is for. */
function clientLines(routes: readonly FoundRoute[]): readonly string[] {
  const names = new Set<string>();
  return routes.flatMap((route) => {
    const changes = route.method !== 'GET';
    const copies = changes ? ['first', 'second'] : [''];
    return copies.map((copy) => {
      const name = uniqueName([route.method.toLowerCase(), ...route.path.split(/[^a-z0-9]+/iu), copy], names);
      const { path, body } = requestOf(route);
      return `  sim.client('${name}', () => request('${route.method}', '${path}'${body === undefined ? '' : `, ${literalText(body)}`}));`;
    });
  });
}

function uniqueName(words: readonly string[], taken: Set<string>): string {
  const base = words
    .filter((word) => word !== '')
    .join('-')
    .toLowerCase();
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`;
  taken.add(name);
  return name;
}

/** As it would be typed. */
function literalText(value: Json): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/gu, String.raw`\$&`)}'`;
  if (isArray(value)) return `[${value.map((each) => literalText(each)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${/^[a-z_$][\w$]*$/iu.test(name) ? name : literalText(name)}: ${literalText(each ?? null)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
