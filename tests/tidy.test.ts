/**
 * Style as a test: the rules of the house that no linter knows. Each test lists every offender, so that one run shows all there is to repair.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Past this many lines a file holds a second idea that wants a file of its own. */
const linesMax = 300;

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const files = ['src', 'tests', 'scripts', 'bench', 'bin'].flatMap((folder) => readSources(folder));
const sources = files.filter((file) => file.path.startsWith('src/'));
const tests = files.filter((file) => isTest(file));
const production = sources.filter((file) => !isTest(file));

test('the rules look at real files', () => {
  expect(production.length).toBeGreaterThan(10);
  expect(tests.length).toBeGreaterThan(1);
});

describe('a file', () => {
  test('in src opens with a comment that says what it is for', () => {
    expect(offenders(production, (file) => !/^\/\*\*\s+(\* )?\S/u.test(file.text))).toEqual([]);
  });

  test(`has at most ${linesMax} lines`, () => {
    expect(offenders(files, (file) => lineCount(file) > linesMax)).toEqual([]);
  });

  test('and its folders are named in kebab-case', () => {
    const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/u;
    expect(offenders(files, (file) => !file.path.split('/').every((part) => kebab.test(part)))).toEqual([]);
  });

  test('is named after its one idea, not after a drawer', () => {
    const drawer = /^(?:common|types|misc|shared)$|(?:^|-)(?:utils?|helpers?|managers?|services?)(?:-|$)/u;
    const parts = (file: SourceFile) => file.path.split('/').map((part) => part.replace(/\..*$/u, ''));
    expect(offenders(files, (file) => parts(file).some((part) => drawer.test(part)))).toEqual([]);
  });

  test('is a barrel only at the public entry', () => {
    expect(offenders(sources, (file) => basename(file.path) === 'index.ts' && file.path !== 'src/index.ts')).toEqual([]);
  });

  test('leaves no work behind in comments', () => {
    expect(places(files, /\b(?:T[O]DO|F[I]XME|X[X]X|H[A]CK)\b/u)).toEqual([]);
  });

  test('has no banners', () => {
    expect(places(files, /^\s*(?:\/\/|\*|\/\*)\s*[-=*#~─═]{4,}/u)).toEqual([]);
  });
});

describe('code in src', () => {
  test('has no default exports', () => {
    expect(places(sources, /^export default\b|^export \{[^}]*\bas default\b/u)).toEqual([]);
  });

  test('writes to the terminal only in cli', () => {
    const elsewhere = production.filter((file) => !file.path.startsWith('src/cli/'));
    expect(places(elsewhere, /^(?!\s*(?:\/\/|\*|\/\*)).*(?<!['"`.\w])console\.\w+\(/u)).toEqual([]);
  });
});

test('a cast carries its reason in a comment beside it', () => {
  expect(production.flatMap((file) => bareCasts(file))).toEqual([]);
});

describe('a test file', () => {
  test('asserts something', () => {
    expect(
      offenders(
        tests,
        (file) => !/\bexpect(?:TypeOf)?[.(]|\bassert(?:\.\w+)?\(|\bsame(?:InBothWorlds|OnBothPaths)\(|\bfollowPages\(/u.test(file.text),
      ),
    ).toEqual([]);
  });

  test('runs all its tests', () => {
    expect(places(tests, /\.(?:skip|only|todo|fails)\(|^\s*(?:xit|xtest|fit|xdescribe|fdescribe)\(/u)).toEqual([]);
  });
});

test('git tracks nothing that a run leaves behind', () => {
  const leftBehind = /\.fozzy$|(?:^|\/)\.fozzy\/|^dist\/|^coverage\/|\.tgz$|\.tsbuildinfo$/u;
  expect(trackedFiles().filter((path) => leftBehind.test(path) && !path.startsWith('tests/corpus/'))).toEqual([]);
});

function readSources(folder: string): readonly SourceFile[] {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  const code = paths.filter(
    (path) => /\.(?:ts|mts|js|mjs|cjs)$/u.test(path) && !/^tests\/corpus\/|(?:^|\/)(?:node_modules|\.fozzy)\//u.test(path),
  );
  return code.toSorted().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function isTest(file: SourceFile): boolean {
  return /\.test\.(?:ts|mjs)$/u.test(file.path);
}

function lineCount(file: SourceFile): number {
  return file.text.trimEnd().split('\n').length;
}

function offenders(among: readonly SourceFile[], breaks: (file: SourceFile) => boolean): readonly string[] {
  return among.filter((file) => breaks(file)).map((file) => file.path);
}

function places(among: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return among.flatMap((file) =>
    file.text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

/** Empty where the sources are not in git, for example in an unpacked archive. */
function trackedFiles(): readonly string[] {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\0').filter((path) => path !== '') : [];
}

/** Casts without a comment on their line or in front of their statement; `as const` adds knowledge and needs none. */
function bareCasts(file: SourceFile): readonly string[] {
  if (!/\bas\b/u.test(file.text)) return [];
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
  const bare: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) {
      const statement = ts.findAncestor(node, (each) => ts.isStatement(each) || ts.isClassElement(each)) ?? source;
      const lineEnd = file.text.indexOf('\n', node.end);
      if (!/\/\/|\/\*/u.test(file.text.slice(statement.pos, lineEnd))) {
        bare.push(`${file.path}:${source.getLineAndCharacterOfPosition(node.end).line + 1}: ${node.getText().slice(-80)}`);
      }
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return bare;
}
