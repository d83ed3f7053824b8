/** The reference pages as text, made from Fozzy's description of itself. Pure: the same description gives the same pages. */

/**
 * @typedef {import('../src/commands/describe.ts').Description} Description
 * @typedef {Description['commands'][number]} Command
 * @typedef {Command['flags'][number]} Flag
 * @typedef {Description['scenario']['stepSchemas']} TypeSchemas
 */

const NOTE = '<!-- Written by `npm run generate` from the code. Edit the code, not this page. -->';

/**
 * @param {Description} description
 * @param {string} help what `fozzy --help` prints
 */
export function cliPage({ commands }, help) {
  const globals = help.slice(help.indexOf('Global flags'), help.indexOf('\nRun '));
  return page('Command line', [
    'Every command, its arguments and its flags. Global flags may stand anywhere on the line. Exit codes: 0 passed or done, 1 judged and failed,',
    '2 refused or not judged, 3 timeout, 4 crash.',
    '',
    ...fence('text', globals.trimEnd()),
    ...commands.flatMap(commandLines),
  ]);
}

/** @param {Command} command */
function commandLines(command) {
  const called = `fozzy ${command.words.join(' ')}`;
  const aliases = (command.aliases ?? []).map((words) => `\`fozzy ${words.join(' ')}\``);
  const signature = [called, ...command.arguments.map(argumentWord), ...(command.flags.length > 0 ? ['[flags]'] : [])].join(' ');
  return [
    '',
    `## ${called}`,
    '',
    `${sentence(command.about)} Use it ${command.when.replace(/\.$/u, '')}.${aliases.length > 0 ? ` Also: ${aliases.join(', ')}.` : ''}`,
    '',
    ...fence('text', signature),
    ...table(
      ['argument', 'meaning'],
      command.arguments.map((argument) => [`\`${argumentWord(argument)}\``, `${argument.about}${possible(argument.values)}`]),
    ),
    ...(command.takesSelector === true
      ? ['', '`RUN_OR_TRACE` is one of `latest`, `last-pass`, `last-fail`, or a run id, a run directory, or a `.fozzy` trace file.']
      : []),
    ...table(['flag', 'meaning', 'default'], command.flags.map(flagRow)),
    ...(command.backends === 'host' ? ['', 'Honours `--proc-backend`, `--fs-backend` and `--http-backend`.'] : []),
    '',
    `Example: \`${command.how}\``,
  ];
}

/** @param {Command['arguments'][number]} argument */
function argumentWord(argument) {
  const words = argument.name
    .replace(/([a-z])([A-Z])/gu, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase();
  const name = argument.holds === 'selector' ? 'RUN_OR_TRACE' : words;
  const dots = argument.variadic === true ? '...' : '';
  return argument.required ? `<${name}>${dots}` : `[${name}]${dots}`;
}

/** @param {Flag} flag */
function flagRow(flag) {
  const { type } = flag;
  const value = type.kind === 'switch' ? '' : ` <${type.kind === 'choice' ? 'choice' : type.kind}>`;
  const negation = type.kind === 'switch' && type.negatable === true ? [`--no-${flag.name}`] : [];
  const others = [...(flag.aliases ?? []).map((alias) => `--${alias}`), ...negation].map((word) => `, \`${word}\``);
  const values = type.kind === 'choice' || type.kind === 'list' ? type.values : undefined;
  return [`\`--${flag.name}${value}\`${others.join('')}`, `${flag.about}${possible(values)}`, flag.default ?? ''];
}

/** @param {readonly string[] | undefined} values */
function possible(values) {
  return values === undefined ? '' : `: ${values.map((value) => `\`${value}\``).join(', ')}`;
}

/** @param {Description} description */
export function stepsPage({ scenario }) {
  return page('Steps', [
    'Every type that may stand in a scenario file, from the same descriptors the validator reads with. `fozzy schema <type>` shows one of them.',
    'The guides are in [scenarios.md](../scenarios.md).',
    ...typeSections('Steps', scenario.stepSchemas),
    ...typeSections('Steps of a distributed scenario', scenario.distributedStepSchemas),
    ...typeSections('Invariants of a distributed scenario', scenario.distributedInvariantSchemas),
    ...typeSections('Faults of a distributed scenario', scenario.faultSchemas),
  ]);
}

/**
 * @param {string} title
 * @param {TypeSchemas} schemas
 */
function typeSections(title, schemas) {
  const types = Object.entries(schemas).flatMap(([type, { requiredFields, optionalFields, notes, example }]) => [
    '',
    `### ${type}`,
    '',
    `Required: ${codes(requiredFields)}. Optional: ${codes(optionalFields)}.`,
    '',
    ...notes.map((note) => `- ${note}`),
    '',
    ...fence('json', JSON.stringify(example)),
  ]);
  return ['', `## ${title}`, ...types];
}

/** @param {Description} description */
export function errorCodesPage({ errorCodes, problemCodes }) {
  const errors = errorCodes.map(({ code, exitCode, meaning, hint }) => [`\`${code}\``, String(exitCode), meaning, hint ?? '']);
  return page('Error codes', [
    'What a command may refuse with. With `--json` the document is `{status: "error", code, message, hint, details?}`; the hint below is the',
    'one given when nothing more precise is known.',
    ...table(['code', 'exit', 'raised when', 'hint'], errors),
    '',
    '## Problems of a scenario file',
    '',
    'Each has a place (line, column, JSON pointer); all of them are reported in one pass.',
    ...table(
      ['code', 'rule'],
      problemCodes.map(({ code, meaning }) => [`\`${code}\``, meaning]),
    ),
  ]);
}

/** @param {Description} description */
export function findingCodesPage({ findingCodes }) {
  const rows = findingCodes.map(({ code, kind, misuse, warning, meaning }) => [
    `\`${code}\``,
    kind,
    meaning,
    misuse ? 'misuse: never an expected failure' : warning ? 'warning: strict mode rejects the run' : '',
  ]);
  return page('Finding codes', [
    'What can be wrong with a run. The code is the `title` of a finding; kind, code and place make its fingerprint.',
    ...table(['code', 'kind', 'means', 'note'], rows),
  ]);
}

/** @param {Description} description */
export function profilePage({ profileSchemas: { outputs, artifacts } }) {
  return page('Profile documents and files', [
    'What the subcommands of `fozzy profile` answer with, and the profile files of a run. `fozzy schema --json` has the whole JSON Schemas, as',
    '`profileOutputSchemas` and `profileArtifactSchemas`; here are the keys of each. The guide is in [profiling.md](../profiling.md).',
    '',
    '## Documents',
    ...table(['command', 'schema version', 'always', 'sometimes'], Object.entries(outputs).map(shapeRow('fozzy profile '))),
    '',
    '## Files',
    ...table(['file', 'schema version', 'always', 'sometimes'], Object.entries(artifacts).map(shapeRow(''))),
  ]);
}

/** @param {string} before */
function shapeRow(before) {
  return (/** @type {[string, object]} */ [name, schema]) => {
    // Every one of them is an object with a version, made by the same function.
    const { properties, required } = /** @type {{ properties: Record<string, { const?: string }>, required: string[] }} */ (schema);
    const keys = Object.keys(properties).filter((key) => key !== 'schemaVersion');
    const told = (/** @type {string[]} */ names) => names.map((key) => `\`${key}\``).join(', ');
    return [
      `\`${before}${name}\``,
      `\`${properties['schemaVersion']?.const ?? ''}\``,
      told(keys.filter((key) => required.includes(key))),
      told(keys.filter((key) => !required.includes(key))),
    ];
  };
}

/** @param {Description} description */
export function configPage({ configKeys }) {
  const rows = configKeys.map(({ name, expected, about, sample }) => [`\`${name}\``, expected, about, `\`${sample}\``]);
  return page('Config keys', [
    'Every key of `fozzy.toml`; all are optional and flags win over them. The last column is the default, or an example where there is none.',
    'The guide is in [configuration.md](../configuration.md).',
    ...table(['key', 'value', 'meaning', 'default or example'], rows),
  ]);
}

/**
 * @param {string} title
 * @param {readonly string[]} lines
 */
function page(title, lines) {
  return `${[`# ${title}`, '', NOTE, '', ...lines].join('\n').trimEnd()}\n`;
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function table(head, rows) {
  if (rows.length === 0) return [];
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return ['', line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)];
}

/**
 * @param {string} language
 * @param {string} text
 */
function fence(language, text) {
  return [`\`\`\`${language}`, text, '```'];
}

/** @param {readonly string[]} names */
function codes(names) {
  return names.length === 0 ? 'none' : names.map((name) => `\`${name}\``).join(', ');
}

/** @param {string} about */
function sentence(about) {
  return `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
}
