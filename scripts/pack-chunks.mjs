/**
 * Turns the chunks of a bundle into packs. A chunk becomes a function that takes its imports and returns its exports; its imports become
 * constants of that function, so code runs as fast as in a module. That asks for two things which are checked here: chunks do not import
 * each other in circles, and nothing that is exported changes later. `src/boot/program.ts` is the other side.
 */
import { isBuiltin } from 'node:module';
import { Script } from 'node:vm';
import { parseAst } from 'rolldown/parseAst';

/**
 * @typedef {import('rolldown').OutputChunk} OutputChunk
 * @typedef {{ start: number; end: number; type: string; [key: string]: unknown }} Node
 * @typedef {{ name: string; roots: string[] }} PackPlan `roots` are modules: a pack holds what they import and no pack before it does
 */

/**
 * @param {OutputChunk[]} chunks
 * @param {PackPlan[]} plans the last one takes what is left
 * @returns {{ packs: Map<string, string>; idOf: (chunk: OutputChunk) => string }}
 */
export function packChunks(chunks, plans) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  refuseCircles(byFile);
  const packOf = dealOut(byFile, plans);
  const names = shortNames(chunks);
  /** @param {OutputChunk} chunk */
  const idOf = (chunk) => `${packOf.get(chunk.fileName)}/${names.get(chunk.fileName)}`;
  /** @param {string} from @param {string} specifier */
  const resolve = (from, specifier) => {
    const file = new URL(specifier, `file:///${from}`).pathname.slice(1);
    const chunk = byFile.get(file);
    if (chunk === undefined) throw new Error(`${from} imports ${specifier}, which is no chunk`);
    return idOf(chunk);
  };
  const packs = new Map(
    plans.map(({ name }) => {
      const own = chunks.filter((chunk) => packOf.get(chunk.fileName) === name);
      const functions = own.map((chunk) => `${JSON.stringify(names.get(chunk.fileName))}: ${chunkFunction(chunk, resolve)}`);
      const text = ascii(`({\n${functions.join(',\n')}\n})\n`);
      // Refuses what a function cannot do and a module can, such as to wait at its top level.
      void new Script(text, { filename: `${name}.js` });
      return [name, text];
    }),
  );
  return { packs, idOf };
}

/**
 * @param {OutputChunk} chunk
 * @param {(from: string, specifier: string) => string} resolve
 */
function chunkFunction({ fileName, code }, resolve) {
  /** @type {{ start: number; end: number; text: string }[]} */
  const edits = [];
  /** @type {string[]} */
  const exports = [];
  /** @type {Set<string>} */
  const exported = new Set();
  // Reason for the cast: only a few properties are looked at, each where its type of node has it.
  const program = /** @type {any} */ (parseAst(code));
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration')
      edits.push({ ...span(statement), text: importText(statement, (each) => resolve(fileName, each)) });
    else if (statement.type === 'ExportNamedDeclaration') {
      if (statement.declaration !== null) throw new Error(`${fileName} declares and exports in one statement, which the bundler never did`);
      const from = statement.source === null ? '' : `load$(${JSON.stringify(resolve(fileName, statement.source.value))}).`;
      for (const { local, exported: outer } of statement.specifiers) {
        exports.push(`${JSON.stringify(nameOf(outer))}: ${from}${nameOf(local)}`);
        if (statement.source === null) exported.add(nameOf(local));
      }
      edits.push({ ...span(statement), text: '' });
    } else if (statement.type.startsWith('Export')) throw new Error(`${fileName} has a ${statement.type}, which the bundler never wrote`);
  }
  visit(program, (node) => {
    if (node.type === 'ImportExpression')
      edits.push({ ...span(node), text: dynamicImportText(node, code, (each) => resolve(fileName, each)) });
    else if (node.type === 'MetaProperty' && code.slice(node.start, node.end) === 'import.meta') {
      if (!code.startsWith('.url', node.end)) throw new Error(`${fileName} uses more of import.meta than its url`);
      edits.push({ start: node.start, end: node.end + '.url'.length, text: 'url$' });
    }
    for (const name of assigned(node)) {
      if (exported.has(name)) throw new Error(`${fileName} exports ${name}, which changes: make it the field of an object`);
    }
  });
  const body = edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
  return `function (load$, later$, builtin$, import$, url$) {\n'use strict';\n${body}\nreturn { ${exports.join(', ')} };\n}`;
}

/**
 * @param {any} statement
 * @param {(specifier: string) => string} resolve
 */
function importText({ source, specifiers }, resolve) {
  const isOurs = source.value.startsWith('.');
  if (!isOurs && !isBuiltin(source.value))
    throw new Error(`${source.value} is imported at once: packages outside are imported when they are needed`);
  const from = isOurs ? `load$(${JSON.stringify(resolve(source.value))})` : `builtin$(${JSON.stringify(source.value)})`;
  const named = specifiers.filter((/** @type {Node} */ { type }) => type === 'ImportSpecifier');
  const whole = specifiers.filter((/** @type {Node} */ { type }) => type !== 'ImportSpecifier');
  const parts = whole.map((/** @type {any} */ { local }) => `const ${local.name} = ${from};`);
  if (isOurs && whole.length > 0) throw new Error(`${source.value} is imported as a whole, which the bundler never did`);
  if (named.length > 0) {
    const names = named.map((/** @type {any} */ { imported, local }) => `${JSON.stringify(nameOf(imported))}: ${local.name}`);
    parts.push(`const { ${names.join(', ')} } = ${from};`);
  }
  return parts.length === 0 ? `${from};` : parts.join(' ');
}

/**
 * @param {any} node
 * @param {string} code
 * @param {(specifier: string) => string} resolve
 */
function dynamicImportText({ source }, code, resolve) {
  const isOurs = source.type === 'Literal' && source.value.startsWith('./');
  return isOurs ? `later$(${JSON.stringify(resolve(source.value))})` : `import$(${code.slice(source.start, source.end)})`;
}

/** @param {any} node an identifier, or a name in quotes */
function nameOf(node) {
  return node.type === 'Literal' ? node.value : node.name;
}

/** @param {Node} node */
function span({ start, end }) {
  return { start, end };
}

/**
 * Names that this node gives another value, whichever scope they are of.
 * @param {any} node
 * @returns {string[]}
 */
function assigned(node) {
  if (node.type === 'UpdateExpression') return node.argument.type === 'Identifier' ? [node.argument.name] : [];
  if (node.type === 'AssignmentExpression') return node.left.type === 'Identifier' ? [node.left.name] : [];
  return [];
}

/**
 * @param {unknown} value
 * @param {(node: Node) => void} look
 */
function visit(value, look) {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value) visit(each, look);
    return;
  }
  if ('type' in value && typeof value.type === 'string') look(/** @type {Node} */ (value));
  for (const each of Object.values(value)) visit(each, look);
}

/** @param {Map<string, OutputChunk>} byFile */
function refuseCircles(byFile) {
  /** @type {Map<string, 'open' | 'done'>} */
  const state = new Map();
  /** @param {string} file @param {string[]} path */
  const enter = (file, path) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') throw new Error(`chunks import each other in a circle: ${[...path, file].join(' > ')}`);
    state.set(file, 'open');
    for (const next of importsOf(byFile, file)) enter(next, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of byFile.keys()) enter(file, []);
}

/** @param {Map<string, OutputChunk>} byFile @param {string} file */
function importsOf(byFile, file) {
  return (byFile.get(file)?.imports ?? []).filter((each) => byFile.has(each));
}

/**
 * @param {Map<string, OutputChunk>} byFile
 * @param {PackPlan[]} plans
 */
function dealOut(byFile, plans) {
  /** @type {Map<string, string>} */
  const packOf = new Map();
  /** @param {string} file @param {string} pack */
  const take = (file, pack) => {
    if (packOf.has(file)) return;
    packOf.set(file, pack);
    for (const next of importsOf(byFile, file)) take(next, pack);
  };
  for (const { name, roots } of plans) {
    for (const root of roots) {
      const chunk = [...byFile.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${root}`)));
      if (chunk === undefined) throw new Error(`${root} is in no chunk`);
      take(chunk.fileName, name);
    }
  }
  for (const file of byFile.keys()) if (!packOf.has(file)) packOf.set(file, plans.at(-1)?.name ?? '');
  return packOf;
}

/** @param {OutputChunk[]} chunks */
function shortNames(chunks) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return new Map(
    chunks.map(({ fileName, name }) => {
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return [fileName, count === 1 ? name : `${name}.${count}`];
    }),
  );
}

/** One byte a character, which V8 reads faster and keeps in half the space. An escape means the same in texts and patterns. @param {string} text */
function ascii(text) {
  return text.replaceAll(/[^\n\r\t\u0020-\u007e]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`).join(''),
  );
}
