/** `tests/fuzz/parse.ts` and its first inputs: a function whose property `fozzy fuzz` tries to break, and cannot. */
import { blake3Hex } from '../../base/blake3.ts';
import { inputName } from '../../store/corpus.ts';
import { FUZZ_PATH } from './fuzz-path.ts';

const SOURCE = `/** A list of settings, one \`name=value\` per line, and back. */
export function readSettings(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const line of text.split('\\n')) {
    const at = line.indexOf('=');
    if (at > 0) settings.set(line.slice(0, at), line.slice(at + 1));
  }
  return settings;
}

export function writeSettings(settings: ReadonlyMap<string, string>): string {
  return [...settings].map(([name, value]) => \`\${name}=\${value}\`).join('\\n');
}

/** What must hold for every input: settings that are written and read again are the same settings. */
export function parse(input: Uint8Array): boolean {
  const settings = readSettings(new TextDecoder().decode(input));
  const again = readSettings(writeSettings(settings));
  const isSame = again.size === settings.size && [...settings].every(([name, value]) => again.get(name) === value);
  if (!isSame) throw new Error('settings do not survive being written and read again');
  return true;
}
`;

const SEEDS = ['name=value\n', 'a=1\nb=2\na=3', '=\nno name', 'url=https://example.org/?q=1'];

/** `corpus` is the default one, relative to the project and '/'-separated. */
export function fuzzExample(corpus: string): readonly { readonly path: string; readonly text: string }[] {
  return [{ path: FUZZ_PATH, text: SOURCE }, ...SEEDS.map((text) => ({ path: `${corpus}/${inputName(blake3Hex(text))}`, text }))];
}
