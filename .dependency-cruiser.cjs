/**
 * The directions between the rooms of src/. Each room names the rooms it may import; type-only imports count, tests are free.
 * The table is a graph without circles, so rooms cannot form one either.
 */

/** @type {Record<string, string[]>} */
const mayImport = {
  boot: [],
  base: [],
  scenario: ['base'],
  decide: ['base'],
  world: ['base'],
  trace: ['base', 'decide'],
  engine: ['base', 'scenario', 'decide', 'trace', 'world'],
  check: ['base', 'trace'],
  sim: ['base', 'decide', 'trace', 'world', 'engine'],
  real: ['base', 'decide', 'trace', 'world', 'engine', 'sim'],
  worker: ['base', 'decide', 'trace', 'world', 'engine'],
  campaign: ['base', 'scenario', 'decide', 'trace', 'engine', 'check'],
  fuzz: ['base', 'decide', 'trace', 'engine', 'sim', 'campaign'],
  chaos: ['base', 'decide', 'trace', 'world', 'engine', 'sim', 'worker', 'campaign', 'check'],
  boundary: ['base', 'trace', 'campaign', 'chaos', 'fuzz'],
  store: ['base', 'scenario', 'trace'],
  report: ['base', 'trace', 'campaign', 'boundary'],
  cli: ['base', 'commands', 'report'],
  sdk: ['base', 'scenario', 'trace', 'campaign', 'store', 'report', 'commands'],
};
const rooms = Object.keys(mayImport);
mayImport.commands = rooms.filter((room) => !['boot', 'cli', 'sdk'].includes(room));

const test = '[.]test[.]ts$';

/** The rooms that may know only the language itself, and the small pure libraries they are allowed. */
const pure = [
  '^src/(base|scenario|decide|engine|trace|check|campaign|report)/',
  '^src/world/[^/]+/(port|virtual|scripted)[.]ts$',
  '^src/world/disk/',
];
const pureLibraries = ['^node_modules/@noble/hashes/', '^node_modules/fflate/'];

/** Libraries the build copies into dist: development dependencies that production code may use all the same. */
const bundled = ['@noble/hashes', 'fflate', 'smol-toml', 'std-env', 'toml-eslint-parser'];

module.exports = {
  forbidden: [
    ...Object.entries(mayImport).map(([room, others]) => ({
      name: `${room}-direction`,
      comment: `${room} may import ${others.length === 0 ? 'no other room' : others.join(', ')}`,
      severity: 'error',
      from: { path: `^src/${room}/`, pathNot: test },
      to: { path: '^src/', pathNot: `^src/(${[room, ...others].join('|')})/` },
    })),
    {
      name: 'engine-knows-ports-only',
      comment: 'the engine asks the world through its ports and cannot know who answers',
      severity: 'error',
      from: { path: '^src/engine/', pathNot: test },
      to: { path: '^src/world/', pathNot: '^src/world/[^/]+/port[.]ts$' },
    },
    {
      name: 'no-unknown-room',
      comment: 'a new room needs a line in the table above, and a reason in ARCHITECTURE.md',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: `^src/(${[...rooms, 'commands'].join('|')})/` },
    },
    {
      name: 'entry-knows-no-terminal',
      comment: 'the library is used by programs: it must not bring the command line along',
      severity: 'error',
      from: { path: '^src/[^/]+[.]ts$' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'no-import-of-the-entry',
      comment: 'the public entry is for users; inside the house, import the file that holds the thing',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { path: '^src/[^/]+[.]ts$' },
    },
    {
      name: 'no-circle',
      comment: 'two files that need each other are one idea or three',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pure-needs-nothing',
      comment: 'pure rooms know no Node and only the pure libraries',
      severity: 'error',
      from: { path: pure, pathNot: test },
      to: { path: '.', pathNot: ['^src/', ...pureLibraries] },
    },
    {
      name: 'no-test-in-production',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { path: [test, '^(tests|bench|scripts)/'] },
    },
    {
      name: 'no-dev-dependency-in-production',
      comment: 'what src/ imports is either installed for the user or bundled on purpose',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm', 'npm-optional', 'npm-peer'],
        pathNot: bundled.map((name) => `^node_modules/${name}/`),
      },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'node', 'default'], exportsFields: ['exports'] },
  },
};
