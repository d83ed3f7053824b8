/**
 * The typed side of the SDK, made from what Fozzy says about itself: one options type and one method per command, one type per kind of
 * step. A new command or step appears in the SDK with the next `npm run generate`.
 */

/** @typedef {import('../src/commands/describe.ts').Description} Description */
/** @typedef {Description['commands'][number]} Command */

/**
 * The options of all commands, those of one word and those of a group apart, because together they are a long read.
 * @param {Description} description
 * @param {boolean} grouped
 */
export function sdkOptions({ commands }, grouped) {
  const fitting = commands.filter(({ words }) => words.length > 1 === grouped);
  const seeds = fitting.some(({ flags }) => flags.some(({ type }) => type.kind === 'u64'));
  return [
    '/** Made from the table of commands by `npm run generate`: the options of every command. */',
    `import type { CallOptions${seeds ? ', Seed' : ''} } from '../call.ts';`,
    '',
    ...fitting.map((command) => `export interface ${typeName(command)} extends CallOptions {${members(command)}}`),
    '',
  ].join('\n');
}

/** @param {Description} description */
export function sdkCommands({ commands }) {
  const names = (/** @type {boolean} */ grouped) => commands.filter(({ words }) => words.length > 1 === grouped).map(typeName);
  const head = [
    '/** Made from the table of commands by `npm run generate`: the method of every command. */',
    "import type { DocumentOf } from '../documents.ts';",
    "import type { EventStream } from '../event-stream.ts';",
    `import type { ${names(true).join(', ')} } from './group-options.ts';`,
    `import type { ${names(false).join(', ')} } from './options.ts';`,
    '',
  ];
  const methods = commands.map((command) => method(command, (document) => `Promise<${document}>`, 'call'));
  const long = commands.filter((command) => command.long === true);
  const events = long.map((command) => method(command, (document) => `EventStream<${document}>`, 'start'));
  return [
    ...head,
    '/** One method per command; what it answers with is the document of the command. */',
    'export abstract class CommandMethods {',
    '  protected abstract call<D extends object>(command: string, options: object): Promise<D>;',
    ...methods,
    '}',
    '',
    '/** The long ones again, as streams of what they say while they work. */',
    'export abstract class EventMethods {',
    '  protected abstract start<D extends object>(command: string, options: object): EventStream<D>;',
    ...events,
    '}',
    '',
  ].join('\n');
}

/**
 * @param {Command} command
 * @param {(document: string) => string} result
 * @param {string} performer
 */
function method(command, result, performer) {
  const required = command.arguments.filter((argument) => argument.required);
  const parameters = required
    .map((argument) => `${argument.name}: ${argument.variadic === true ? 'readonly string[]' : 'string'}, `)
    .join('');
  const given = required.map(({ name }) => `${name}, `).join('');
  const name = methodName(command);
  // What these answer with depends on what they are asked for, so their options are looked at one by one.
  const depends = dependent.has(name);
  const head = depends ? `${name}<const O extends ${typeName(command)}>` : name;
  const options = depends ? 'options?: O' : `options: ${typeName(command)} = {}`;
  const answer = result(`DocumentOf<'${name}'${depends ? ', O' : ''}>`);
  return `  ${head}(${parameters}${options}): ${answer} { return this.${performer}('${command.words.join(' ')}', { ...options${given === '' ? '' : `, ${given.slice(0, -2)}`} }); }`;
}

const dependent = new Set(['replay', 'reportShow', 'schema']);

/** @param {Command} command */
function members(command) {
  const optional = command.arguments.filter((argument) => !argument.required);
  const lines = [
    ...optional.map(
      ({ name, variadic, about }) =>
        `  /** ${comment(about)} */\n  readonly ${name}?: ${variadic === true ? 'readonly string[]' : 'string'};`,
    ),
    ...command.flags
      .filter((flag) => flag.forTerminal !== true)
      .flatMap((flag) =>
        [flag.name, ...(flag.aliases ?? [])].map(
          (name) => `  /** ${comment(flag.about)} */\n  readonly ${camelCase(name)}?: ${typeOf(flag.type)};`,
        ),
      ),
  ];
  return lines.length === 0
    ? ''
    : `\n${lines
        .map((line) => line.replace(/\n\s*/u, ' ').trim())
        .map((line) => `  ${line}`)
        .join('\n')}\n`;
}

/** @param {string} text */
function comment(text) {
  return text.replaceAll('*/', '*\\/');
}

/** @param {import('../src/commands/command.ts').FlagKind} type */
function typeOf(type) {
  switch (type.kind) {
    case 'switch':
      return 'boolean';
    case 'u64':
      return 'Seed';
    case 'u53':
    case 'bytes':
    case 'number':
      return 'number';
    case 'duration':
      return 'number | string';
    case 'choice':
      return union(type.values);
    case 'list':
      // What may be given something is any text that begins with a member.
      return type.values === undefined || type.assigns !== undefined ? 'readonly string[]' : `readonly (${union(type.values)})[]`;
    default:
      return 'string';
  }
}

/** @param {readonly string[]} values */
function union(values) {
  return values.map((value) => `'${value}'`).join(' | ');
}

/** @param {Command} command */
function methodName(command) {
  return camelCase(command.words.join('-'));
}

/** @param {Command} command */
function typeName(command) {
  const name = methodName(command);
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Options`;
}

/** @param {string} name */
function camelCase(name) {
  return name.replace(/-([a-z0-9])/gu, (_match, letter) => letter.toUpperCase());
}

/** What the builders of scenarios take; everything else is written only because one of these needs it. */
const offered = ['step', 'distributedStep', 'invariant', 'fault', 'group'];

/** @param {Description} description */
export function sdkSteps({ schemas }) {
  /** @type {Map<string, string>} */
  const types = new Map();
  const definitions = new Map(
    Object.entries(schemas['scenario.schema.json']?.['$defs'] ?? {}).map(([name, schema]) => [definitionName(name), schema]),
  );
  const wanted = offered.map(definitionName);
  for (const name of wanted) {
    if (types.has(name)) continue;
    const type = typeOfSchema(definitions.get(name) ?? {});
    types.set(name, type);
    wanted.push(...[...type.matchAll(/\b[A-Z]\w+/gu)].map(([word]) => word).filter((word) => definitions.has(word)));
  }
  const exported = new Set(offered.map(definitionName));
  const lines = [...types].map(([name, type]) => `${exported.has(name) ? 'export ' : ''}type ${name} = ${type};`);
  return [
    '/** Made from the JSON Schema of scenarios by `npm run generate`: every kind of step, fault and invariant. */',
    ...(lines.some((line) => /\bJson\b/u.test(line)) ? ["import type { Json } from '../../base/json.ts';", ''] : ['']),
    ...lines,
    '',
  ].join('\n');
}

/** @param {string} name */
function definitionName(name) {
  return name
    .split(/[._-]/u)
    .map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)
    .join('')
    .replace(/^Json$/u, 'AnyJson');
}

/**
 * @param {any} schema
 * @returns {string}
 */
function typeOfSchema(schema) {
  if (schema === true || Object.keys(schema).every((key) => ['description', 'examples', 'title', 'default'].includes(key))) return 'Json';
  if (schema.$ref !== undefined) return definitionName(schema.$ref.replace('#/$defs/', ''));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((/** @type {string} */ value) => JSON.stringify(value)).join(' | ');
  // One shape per value of `type`; otherwise alternatives only say which members go together.
  const shapes = schema.anyOf ?? schema.oneOf ?? [];
  if (shapes.length > 0 && shapes.every((/** @type {any} */ shape) => shape.$ref !== undefined))
    return shapes.map(typeOfSchema).join(' | ');
  if (schema.properties !== undefined) return typeOfObject(schema);
  // Every part holds, so the one that says most is the type.
  if (schema.allOf !== undefined) return schema.allOf.map(typeOfSchema).find((/** @type {string} */ type) => type !== 'Json') ?? 'Json';
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined) {
    const types = [
      ...new Set(parts.map(typeOfSchema).flatMap((/** @type {string} */ type) => (type.startsWith('"') ? type.split(' | ') : [type]))),
    ];
    // A text that may be anything needs no list of what it may be.
    return types.filter((type) => !types.includes('string') || !String(type).startsWith('"')).join(' | ');
  }
  if (Array.isArray(schema.type)) return schema.type.map((/** @type {string} */ type) => typeOfSchema({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return `readonly (${schema.items === undefined ? 'Json' : typeOfSchema(schema.items)})[]`;
  if (schema.type === 'object') return typeOfObject(schema);
  return plainTypes.get(schema.type) ?? 'Json';
}

const plainTypes = new Map([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
]);

/** @param {any} schema */
function typeOfObject({ properties = {}, required = [], additionalProperties }) {
  const typed = Object.entries(properties).map(
    ([name, schema]) =>
      `readonly ${/^\w+$/u.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOfSchema(schema)}`,
  );
  if (typed.length > 0) return `{ ${typed.join('; ')} }`;
  return typeof additionalProperties === 'object'
    ? `Readonly<Record<string, ${typeOfSchema(additionalProperties)}>>`
    : 'Readonly<Record<string, Json>>';
}
