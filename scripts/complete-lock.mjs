/**
 * Completes package-lock.json for all platforms. Tools with native parts name one optional package per platform; where a registry mirror
 * carries only some of them npm leaves the others out of the lockfile, and then refuses it at the next `npm ci`. Run it after adding a tool.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** @typedef {{ version: string; dev?: boolean; optional?: boolean; optionalDependencies?: Record<string, string>; [more: string]: unknown }} Entry */

const path = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
/** @type {Record<string, Entry>} */
const packages = lock.packages;

for (const [owner, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (/^\d+\.\d+\.\d+$/u.test(version) && !isLocked(owner, name, version))
      packages[besides(owner, name)] = platformEntry(name, version, entry);
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(path, `${JSON.stringify(lock, undefined, 2)}\n`);

/**
 * Looks where Node would look from the owner's folder.
 * @param {string} owner
 * @param {string} name
 * @param {string} version
 */
function isLocked(owner, name, version) {
  for (let folder = owner; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`];
    if (found !== undefined) return found.version === version;
    if (folder === '') return false;
  }
}

/**
 * @param {string} owner
 * @param {string} name
 */
function besides(owner, name) {
  return `${owner.slice(0, owner.lastIndexOf('node_modules/'))}node_modules/${name}`;
}

/**
 * The names of such packages say for which platform they are: binding-linux-arm64-musl, cli-win32-x64.
 * @param {string} name
 * @param {string} version
 * @param {Entry} owner
 * @returns {Entry}
 */
function platformEntry(name, version, owner) {
  const match =
    /(?:^|[/-])(?<os>aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|wasm32)-(?<cpu>[a-z0-9]+)(?:-(?<abi>[a-z]+))?$/u.exec(
      name,
    );
  if (match?.groups === undefined) throw new Error(`${name} does not say for which platform it is`);
  const { os, cpu, abi } = match.groups;
  const place = os === 'wasm32' ? { cpu: ['wasm32'] } : { cpu: [cpu], os: [os] };
  const libc = os !== 'linux' || abi === undefined ? {} : { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] };
  return { version, ...place, ...libc, ...(owner.dev === true ? { dev: true } : {}), optional: true };
}
