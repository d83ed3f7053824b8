/** Every file a fresh project consists of, as text, for the chosen kinds of examples. */
import { dirname, relative, resolve, sep } from 'node:path';
import { defaultConfigText } from '../../store/config-keys.ts';
import { fuzzExample } from './fuzz-example.ts';
import { guideText } from './guide.ts';
import { layoutJson } from './layout-json.ts';
import type { ExampleScenario } from './scenarios.ts';

export interface ScaffoldFile {
  /** Relative to the working directory, '/'-separated. */
  readonly path: string;
  readonly text: string;
}

export interface ScaffoldOptions {
  readonly cwd: string;
  /** Absolute. */
  readonly configPath: string;
  readonly baseDir: string;
  readonly examples: readonly ExampleScenario[];
  /** Whether there is something to fuzz among them. */
  readonly hasFuzz: boolean;
  /** The program with the flags that find this config. */
  readonly fozzy: string;
}

const SCENARIO_SCHEMA = '../node_modules/fozzy/schema/scenario.schema.json';

export function scaffold(options: ScaffoldOptions): readonly ScaffoldFile[] {
  const { cwd, configPath, baseDir, examples, hasFuzz, fozzy } = options;
  const schema = displayPath(dirname(configPath), resolve(cwd, 'node_modules/fozzy/schema/config.schema.json'));
  const schemaPath = schema.startsWith('.') ? schema : `./${schema}`;
  return [
    { path: displayPath(cwd, configPath), text: defaultConfigText({ baseDir, schemaPath }) },
    ...examples.map((example) => ({ path: `tests/${example.file}`, text: scenarioText(example) })),
    // A suite of nothing is no suite.
    ...(examples.length === 0 ? [] : [{ path: 'tests/all.suites.fozzy.json', text: suitesText(examples) }]),
    ...(hasFuzz ? fuzzExample(displayPath(cwd, resolve(cwd, baseDir, 'corpora', 'default'))) : []),
    { path: 'tests/INIT_GUIDE.md', text: guideText(fozzy, examples, hasFuzz) },
  ];
}

export function displayPath(from: string, path: string): string {
  return relative(from, path).split(sep).join('/');
}

function scenarioText({ name, steps, distributed }: ExampleScenario): string {
  return layoutJson({ $schema: SCENARIO_SCHEMA, version: 1, name, ...(distributed === undefined ? { steps } : { distributed }) });
}

function suitesText(examples: readonly ExampleScenario[]): string {
  const filesThat = (expect: ExampleScenario['expect']): readonly string[] =>
    examples.filter((example) => example.expect === expect).map((example) => example.file);
  const failing = filesThat('fail');
  const suites = {
    pass: { include: filesThat('pass'), timeout: '30s', tags: ['fast'] },
    ...(failing.length > 0 && { 'known-failures': { include: failing, timeout: '30s', expect: 'fail' } }),
  };
  return layoutJson({ $schema: SCENARIO_SCHEMA, version: 1, name: 'all', suites });
}
