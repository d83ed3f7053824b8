/**
 * What a user gets: packs the package, installs the tarball in an empty project, and there runs the command, imports the library and compiles
 * a TypeScript program against it. Needs the registry or npm's cache for the dependencies, so it runs in CI and not in `npm test`.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDependencies, root } from '../../scripts/setup.mjs';

const manifest = readJson(join(root, 'package.json'));
const tools = join(root, 'node_modules', '.bin');
const schemas = ['scenario', 'scenario.draft-07', 'config'].map((name) => `schema/${name}.schema.json`);

ensureDependencies();
const scratch = mkdtempSync(join(tmpdir(), 'fozzy-packaging-'));
const packed = join(scratch, 'packed');
const project = join(scratch, 'project');
try {
  mkdirSync(packed);
  run(root, 'npm', 'pack', '--silent', '--pack-destination', packed);
  const tarball = join(packed, readdirSync(packed)[0] ?? assert.fail('npm pack wrote no tarball'));
  run(join(root, 'packages', 'sdk'), 'npm', 'pack', '--silent', '--pack-destination', packed);
  const door = join(packed, readdirSync(packed).find((name) => name.startsWith('fozzy-sdk-')) ?? assert.fail('no tarball of fozzy-sdk'));

  step('the tarball holds what users need and nothing else', () => {
    const names = run(scratch, 'tar', '-tzf', tarball).trim().split('\n');
    const wanted = /^package\/(?:package\.json|LICENSE|README\.md|CHANGELOG\.md|bin\/|dist\/|schema\/)/u;
    assert.deepEqual(
      names.filter((name) => !wanted.test(name) || name.includes('.test.') || name.includes('/code-cache/')),
      [],
    );
    for (const name of ['LICENSE', 'README.md', 'bin/fozzy.js', 'dist/cli.js', 'dist/index.js', 'dist/index.d.ts', ...schemas]) {
      assert.ok(names.includes(`package/${name}`), `${name} is missing`);
    }
  });
  step('publint and attw find nothing wrong with it', () => {
    run(root, join(tools, 'publint'), 'run', tarball, '--strict');
    run(root, join(tools, 'attw'), tarball, '--profile', 'esm-only', '--exclude-entrypoints', 'package.json');
  });

  cpSync(join(root, 'tests', 'packaging', 'consumer'), project, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  run(project, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', tarball, door);

  step('nothing it brings runs a script at installation', () => {
    const packages = Object.entries(readJson(join(project, 'package-lock.json')).packages);
    assert.deepEqual(
      packages.filter(([, entry]) => entry.hasInstallScript === true).map(([path]) => path),
      [],
    );
  });
  step('the command tells the version of the package', () => {
    const told = JSON.parse(run(project, 'npx', '--no-install', 'fozzy', 'version', '--json'));
    assert.equal(told.version, manifest.version);
  });
  step('the library can be imported', () => {
    const program = "console.log(JSON.stringify(Object.keys(await import('fozzy'))))";
    assert.notDeepEqual(JSON.parse(run(project, process.execPath, '--input-type=module', '-e', program)), []);
  });
  step('TypeScript programs compile against it and run, on the library and on the SDK', () => {
    run(project, join(tools, 'tsc'), '-p', '.', '--typeRoots', join(root, 'node_modules', '@types'));
    for (const program of ['consumer.js', 'sdk.js']) run(project, process.execPath, join('out', program));
  });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * @param {string} name
 * @param {() => void} body
 */
function step(name, body) {
  body();
  process.stdout.write(`ok ${name}\n`);
}

/**
 * Runs a command and returns what it printed; a failure shows all of its output.
 * @param {string} cwd
 * @param {string} command
 * @param {...string} args
 */
function run(cwd, command, ...args) {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && 'stderr' in error)
      process.stderr.write([error.stdout, error.stderr].map(String).join(''));
    throw error;
  }
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
