/** The outermost object of a scenario file: what all variants share, and the choice between them. */
import { cutValue } from '../base/cut-text.ts';
import type { JsonMember } from '../base/json-text.ts';
import { distributed, type DistributedParts } from './distributed/distributed-kind.ts';
import { namesSomething } from './environment.ts';
import { fallback, type Kind, optional, type Rule, required, shape } from './field.ts';
import { integer } from './kind/integer.ts';
import { listOf } from './kind/list.ts';
import { pathPattern } from './kind/path.ts';
import { id } from './kind/plain.ts';
import { written } from './rule.ts';
import type { SuiteGroup } from './scenario.ts';
import type { PlacedStep } from './step.ts';
import { suites } from './suites-kind.ts';

export interface Root {
  readonly version: number;
  readonly name: string;
  readonly covers: readonly string[];
  readonly schema?: string;
  readonly steps?: readonly PlacedStep[];
  readonly distributed?: DistributedParts;
  readonly suites?: readonly SuiteGroup[];
}

export const variants = ['steps', 'distributed', 'suites'] as const;

const formatVersion = 1;

const version: Kind<number> = {
  label: 'the integer 1',
  nullIsValue: false,
  read(node, inspection) {
    const value = integer.read(node, inspection);
    if (value === undefined || value === formatVersion) return value;
    inspection.error('unsupported_version', node.start, `version ${value} is not supported`, `write "version": ${formatVersion}`);
    return undefined;
  },
  schema: () => ({ const: formatVersion }),
};

const name: Kind<string> = {
  label: 'string, not empty',
  nullIsValue: false,
  read(node, inspection) {
    const value = id.read(node, inspection);
    if (value === undefined || value.trim() !== '') return value;
    inspection.error(
      'empty_name',
      node.start,
      'the name of a scenario must not be empty',
      'results, JUnit reports and events show the name',
    );
    return undefined;
  },
  schema: () => ({ type: 'string', pattern: '\\S' }),
};

const coverPattern: Kind<string> = {
  ...pathPattern,
  read(node, inspection) {
    const pattern = pathPattern.read(node, inspection);
    const { environment } = inspection.surroundings;
    if (pattern !== undefined && environment !== undefined && !namesSomething(pattern, environment)) {
      const hint = 'paths in `covers` are relative to the scenario file';
      inspection.warning('covers_missing', node.start, `\`covers\` names no file: ${JSON.stringify(cutValue(pattern))}`, hint);
    }
    return pattern;
  },
};

const steps: Kind<readonly PlacedStep[]> = {
  label: '[step]',
  nullIsValue: false,
  read: (node, inspection) => inspection.surroundings.readSteps(node, inspection),
  schema: (ref) => ref('steps'),
};

const oneVariant: Rule = {
  note: 'exactly one of `steps`, `distributed` and `suites`',
  schema: { oneOf: variants.map(written) },
  check(given, node, inspection) {
    const present = variants.map((key) => given(key)).filter((member) => member !== undefined);
    if (present.length === 0) {
      inspection.error(
        'variant_missing',
        node.start,
        'one of the keys "steps", "distributed" and "suites" is needed',
        inspection.example(),
      );
    }
    const [first, ...others] = present.toSorted((a: JsonMember, b: JsonMember) => a.keyStart - b.keyStart);
    for (const other of others) {
      inspection.enter(other.key);
      const message = `"${first?.key}" and "${other.key}" exclude each other: a file is one of steps, distributed and suites`;
      inspection.error('variant_ambiguous', other.keyStart, message, 'move one of them to a file of its own');
      inspection.leave();
    }
  },
};

export const rootShape = shape<Root>({
  name: 'a scenario',
  fields: {
    version: required('version', version, 'version of the scenario format'),
    name: required('name', name, 'shown in results, JUnit and events'),
    covers: fallback('covers', listOf(coverPattern), [], [], 'source files this scenario exercises, relative to the scenario file'),
    schema: optional('$schema', id, 'for editors; no effect'),
    steps: optional('steps', steps, 'what to do, for `fozzy run` and `fozzy test`'),
    distributed: optional('distributed', distributed, 'nodes, script, faults and invariants, for `fozzy explore`'),
    suites: optional('suites', suites, 'groups of scenario files, for `fozzy test`'),
  },
  rules: [oneVariant],
});

export const minimalScenario = { version: formatVersion, name: 'example', steps: [{ type: 'assert_ok', value: true }] };
