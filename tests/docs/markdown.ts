/** The parts of a page that a machine can check: its code blocks and what they ask a reader to type. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Pages that people wrote; the generated ones have tests of their own. */
export const pages: readonly string[] = [
  'README.md',
  'examples/README.md',
  'packages/sdk/README.md',
  ...readdirSync(join(root, 'docs')).filter(isPage).map(inDocs),
];

export interface Block {
  readonly language: string;
  readonly text: string;
  /** Of the first line inside, from 1. */
  readonly line: number;
}

export function readPage(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function blocksOf(page: string): readonly Block[] {
  const found = page.matchAll(/^```(?<language>\w+)\n(?<text>[\s\S]*?)^```$/gmu);
  return [...found].map(({ index, groups }) => ({
    language: groups?.['language'] ?? '',
    text: groups?.['text'] ?? '',
    line: page.slice(0, index).split('\n').length + 1,
  }));
}

export interface CommandLine {
  readonly args: readonly string[];
  readonly exitCode: number;
  /** What the page says it prints; undefined where the page shows only the command. */
  readonly output: string | undefined;
  readonly line: number;
}

/** Every `fozzy …` a block asks for. A comment `# exit N` names the expected exit code; sessions show it by what they print. */
export function commandLines(block: Block): readonly CommandLine[] {
  if (block.language === 'console') return sessionLines(block);
  return block.text.split('\n').flatMap((text, index) => {
    const found = /^(?:\s*(?:- )?run: (?:npx )?)?fozzy (?<rest>.*)$/u.exec(text)?.groups?.['rest'];
    if (found === undefined || !['sh', 'yaml'].includes(block.language)) return [];
    const [words = '', comment = ''] = found.split(/\s+#\s*/u);
    const exitCode = Number(/^exit (?<code>\d)/u.exec(comment)?.groups?.['code'] ?? 0);
    return [{ args: shellWords(words), exitCode, output: undefined, line: block.line + index }];
  });
}

function sessionLines(block: Block): readonly CommandLine[] {
  const sessions = block.text.split(/^\$ fozzy /mu).slice(1);
  return sessions.map((session) => {
    const [words = '', ...output] = session.split('\n');
    const text = output.join('\n');
    return { args: shellWords(words), exitCode: /^(?:fozzy \w+ FAIL$|FAIL {2})/mu.test(text) ? 1 : 0, output: text, line: block.line };
  });
}

/** Enough of a shell for what pages type: words and quotes. */
function shellWords(text: string): readonly string[] {
  return [...text.matchAll(/'(?<single>[^']*)'|"(?<double>[^"]*)"|(?<plain>\S+)/gu)].map(
    ({ groups }) => groups?.['single'] ?? groups?.['double'] ?? groups?.['plain'] ?? '',
  );
}

/** Without what no two runs have in common: ids, times, versions and where the project lies. */
export function withoutChance(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/gu, '<run>')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/gu, '<time>')
    .replaceAll(/(?<label>^duration +).*$/gmu, '$<label><time>')
    .replaceAll(/(?<count> (?:schedules?|transitions)), [\d.]+m?s$/gmu, '$<count>, <time>')
    .replaceAll(/\/\S*?(?=\.fozzy\/)/gu, '')
    .trimEnd();
}

function isPage(name: string): boolean {
  return name.endsWith('.md');
}

function inDocs(name: string): string {
  return `docs/${name}`;
}
