/**
 * A browser to look with, on every machine the tests may meet: Debian's Chromium where somebody installed it, otherwise the headless one that
 * ships inside an npm package, with the libraries and fonts it needs. That one is unpacked once, beside the other caches.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const debian = '/usr/bin/chromium';
const caches = join(import.meta.dirname, '..', '..', 'node_modules', '.cache');
const unpacked = join(caches, 'fozzy-chromium');

/** The package holds machine code for one platform; elsewhere a browser has to be installed. */
export const isThere = existsSync(debian) || (process.platform === 'linux' && process.arch === 'x64');

export async function openBrowser(): Promise<Browser> {
  if (existsSync(debian)) return chromium.launch({ executablePath: debian, args: ['--no-sandbox'] });
  if (!existsSync(unpacked)) unpack();
  // Fonts of the machine, where it has any, know more characters than the one in the package.
  const fonts = existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: join(unpacked, 'fonts') };
  const env = { ...process.env, ...fonts, LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib') };
  return chromium.launch({ executablePath: join(unpacked, 'chromium'), args: ['--no-sandbox'], env });
}

/**
 * The package unpacks where temporary files go, and libraries only where it believes to be in the cloud: a program of its own may believe that.
 * The move at the end leaves no half of it behind.
 */
function unpack(): void {
  mkdirSync(caches, { recursive: true });
  const folder = mkdtempSync(join(caches, 'fozzy-chromium-'));
  try {
    const program = `await (await import('@sparticuz/chromium')).default.executablePath();`;
    const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: import.meta.dirname, env });
    if (!existsSync(unpacked)) renameSync(folder, unpacked);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
