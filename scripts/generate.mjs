/**
 * Writes what is made from the code: the JSON Schemas that the package ships (schema/) and the reference pages (docs/reference/).
 * With `--check` nothing is written; a page that is not what the code says makes the command fail.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cliPage, configPage, errorCodesPage, findingCodesPage, profilePage, stepsPage } from './reference-pages.mjs';
import { sdkCommands, sdkOptions, sdkSteps } from './sdk-types.mjs';
import { ensureBuild, ensureDependencies, root } from './setup.mjs';

const checking = process.argv.includes('--check');
ensureDependencies();
// A check must not swap dist under the feet of the tests that run beside it.
if (!checking) ensureBuild();
// By address and not by name: the types of a build that may not exist yet must not be needed to check this script.
/** @type {{ describeFozzy: () => import('../src/commands/describe.ts').Description }} */
const { describeFozzy } = await import(pathToFileURL(join(root, 'dist', 'index.js')).href);
const description = describeFozzy();

const schemas = Object.entries(description.schemas).map(([file, schema]) => ({
  path: `schema/${file}`,
  text: `${JSON.stringify(schema, undefined, 2)}\n`,
}));
const pages = [
  { path: 'docs/reference/cli.md', text: cliPage(description, help()) },
  { path: 'docs/reference/steps.md', text: stepsPage(description) },
  { path: 'docs/reference/error-codes.md', text: errorCodesPage(description) },
  { path: 'docs/reference/finding-codes.md', text: findingCodesPage(description) },
  { path: 'docs/reference/profile.md', text: profilePage(description) },
  { path: 'docs/reference/config.md', text: configPage(description) },
  { path: 'src/sdk/generated/commands.ts', text: sdkCommands(description) },
  { path: 'src/sdk/generated/options.ts', text: sdkOptions(description, false) },
  { path: 'src/sdk/generated/group-options.ts', text: sdkOptions(description, true) },
  { path: 'src/sdk/generated/steps.ts', text: sdkSteps(description) },
];

if (checking) {
  const stale = pages.filter(({ path, text }) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text);
  for (const { path } of stale) process.stdout.write(`${path} is not what the code says; run npm run generate\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const { path, text } of [...schemas, ...pages]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    process.stdout.write(`${path}\n`);
  }
}

/** The global flags belong to the terminal, not to the library; the program tells them itself. */
function help() {
  return execFileSync(process.execPath, [join(root, 'bin', 'fozzy.js'), '--help', '--no-color'], { encoding: 'utf8' });
}
