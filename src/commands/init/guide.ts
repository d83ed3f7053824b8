/** `tests/INIT_GUIDE.md`: what was created and what to type next. Every command in it works in a fresh project as written. */
import type { ExampleScenario } from './scenarios.ts';

/** `fozzy` is the program with the flags that find this project's config. */
export function guideText(fozzy: string, examples: readonly ExampleScenario[]): string {
  const sections = [head(fozzy), filesSection(examples), ...examples.flatMap((example) => sectionFor(example, fozzy)), tail(fozzy)];
  return `${sections.join('\n\n')}\n`;
}

/** Commands that pass in a fresh project. */
export function nextCommands(fozzy: string, examples: readonly ExampleScenario[]): readonly string[] {
  const first = examples.find((example) => example.expect === 'pass');
  return [`${fozzy} test --det`, ...(first === undefined ? [] : [`${fozzy} run tests/${first.file} --det`])];
}

function head(fozzy: string): string {
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

function tail(fozzy: string): string {
  return `## Looking around

${shell(`${fozzy} runs ls`, `${fozzy} schema`, `${fozzy} usage`)}`;
}

function shell(...commands: readonly string[]): string {
  return ['```sh', ...commands, '```'].join('\n');
}
