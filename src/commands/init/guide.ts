/** `tests/INIT_GUIDE.md`: what was created and what to type next. Every command in it works in a fresh project as written. */
import { FUZZ_PATH } from './fuzz-path.ts';
import type { ExampleScenario } from './scenarios.ts';

/** `fozzy` is the program with the flags that find this project's config. */
export function guideText(fozzy: string, examples: readonly ExampleScenario[], hasFuzz: boolean): string {
  const sections = [
    head(fozzy, examples),
    ...(examples.length === 0 ? [] : [filesSection(examples)]),
    ...examples.flatMap((example) => sectionFor(example, fozzy)),
    ...(hasFuzz ? [fuzzSection(fozzy)] : []),
    tail(fozzy),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Commands that pass in a fresh project. */
export function nextCommands(fozzy: string, examples: readonly ExampleScenario[], hasFuzz: boolean): readonly string[] {
  const first = examples.find(({ expect, steps }) => expect === 'pass' && steps !== undefined);
  const explored = examples.find(({ distributed }) => distributed !== undefined);
  return [
    ...(examples.length === 0 ? [] : [`${fozzy} test --det`]),
    ...(first === undefined ? [] : [`${fozzy} run tests/${first.file} --det`]),
    ...(explored === undefined ? [] : [`${fozzy} explore tests/${explored.file}`]),
    ...(hasFuzz ? [fuzzCommand(fozzy)] : []),
  ];
}

function fuzzCommand(fozzy: string): string {
  return `${fozzy} fuzz fn:${FUZZ_PATH}#parse --runs 200`;
}

function head(fozzy: string, examples: readonly ExampleScenario[]): string {
  if (examples.length === 0) return '# Your first minutes with Fozzy';
  return `# Your first minutes with Fozzy

Run everything, once with virtual time and once with real waits. Both pass:

${shell(`${fozzy} test --det`, `${fozzy} test`)}`;
}

function filesSection(examples: readonly ExampleScenario[]): string {
  const rows = examples.map(
    ({ file, name, expect }) => `| \`tests/${file}\` | ${name} | ${expect}${expect === 'fail' ? ', on purpose' : ''} |`,
  );
  return `## What is here

| file | scenario | ends |
|---|---|---|
${rows.join('\n')}

\`tests/all.suites.fozzy.json\` lists all of them with the ending each is expected to have; a scenario you delete must leave
that list too. \`fozzy init --force\` rewrites only files you did not touch.`;
}

function sectionFor(example: ExampleScenario, fozzy: string): readonly string[] {
  switch (example.file) {
    case 'example.fozzy.json':
      return [
        `## One scenario\n\n${shell(`${fozzy} validate tests/${example.file}`, `${fozzy} run tests/${example.file} --det --seed 7`)}`,
      ];
    case 'fail.fozzy.json':
      return [failureSection(example, fozzy)];
    case 'distributed.pass.fozzy.json':
      return [
        `## Every order of events\n\nThree nodes that copy what they are told to one another. All the orders in which that can happen are tried, one after the other:\n\n${shell(`${fozzy} explore tests/${example.file}`)}`,
      ];
    case 'host.pass.fozzy.json':
      return [
        `## The real machine\n\nThe same file, with the process really started:\n\n${shell(`${fozzy} run tests/${example.file} --proc-backend host`)}`,
      ];
    default:
      return [];
  }
}

function failureSection(example: ExampleScenario, fozzy: string): string {
  return `## A failure, from first sight to its smallest form

Two buyers race for the last seat. The run fails (exit code 1) and leaves a trace:

${shell(`${fozzy} run tests/${example.file} --det`)}

The trace is checked, replayed exactly (exit code 1 again: it reproduces the failure), and shrunk to the steps that matter:

${shell(`${fozzy} trace verify last-fail`, `${fozzy} replay last-fail`, `${fozzy} shrink last-fail`)}`;
}

function fuzzSection(fozzy: string): string {
  return `## Inputs nobody thought of

\`${FUZZ_PATH}\` holds a function and what must hold for every input of it. The inputs that reach new code are kept in the corpus, which begins with a few samples:

${shell(fuzzCommand(fozzy))}`;
}

function tail(fozzy: string): string {
  return `## Looking around

${shell(`${fozzy} runs ls`, `${fozzy} schema`, `${fozzy} usage`)}`;
}

function shell(...commands: readonly string[]): string {
  return ['```sh', ...commands, '```'].join('\n');
}
