/**
 * From places in running code back to the user's files. Nothing is kept for it: the few files that a report mentions are lowered once more.
 */
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Position } from '../../base/line-index.ts';
import { lineIndex } from '../../base/line-index.ts';
import type { CodeBase } from './code-base.ts';
import type { EditedText } from './edits.ts';
import { tracePosition } from './edits.ts';
import { nameImports, withoutModule } from './imported-names.ts';
import { IMPORT_FRAME } from './load-problem.ts';
import type { ModuleCode } from './module-code.ts';

/** A stretch of a user's file that is counted. */
export interface Block {
  readonly start: Position;
  readonly end: Position;
}

/** A place in the text that counters are made of: the user's without its types. */
export interface TracedPlace {
  readonly code: ModuleCode;
  readonly plain: string;
  readonly at: Position;
}

interface Trail {
  readonly edited: EditedText;
  /** What was lowered: the user's text without its types. */
  readonly plain: string;
  readonly map: SourceMap | undefined;
}

export class SourcePlaces {
  private readonly codeBase: CodeBase;
  private readonly trails = new Map<string, Trail>();

  constructor(codeBase: CodeBase) {
    this.codeBase = codeBase;
  }

  /** The place in the file as the user wrote it; unchanged for files that are not of the code base. */
  mapPosition(path: string, position: Position): Position {
    const traced = this.trace(path, position);
    return traced === undefined ? position : original(this.trailOf(traced.code), traced.at);
  }

  /** Undefined for what is not of the code base. */
  trace(path: string, position: Position): TracedPlace | undefined {
    const code = this.codeOf(path);
    if (code === undefined || code.format === 'json') return undefined;
    const { edited, plain } = this.trailOf(code);
    return { code, plain, at: tracePosition(edited, plain, position) };
  }

  /** The same stack with the user's lines and columns, and without the frames of Fozzy. */
  mapStack(stack: string): string {
    const lines = stack.split('\n');
    const told = lines.filter((line, at) => !isOwnFrame(line) && !isCalledByUs(line, lines[at - 1], lines[at + 1]));
    const isMapped = (line: string) => isFrame(line) && !line.trimStart().startsWith(IMPORT_FRAME);
    const innermost = lines.find(isFrame);
    return told.map((line) => (isMapped(line) ? this.mapFrame(line) : isFrame(line) ? line : this.mapMessage(line, innermost))).join('\n');
  }

  /** The engine's words with the user's names, if it was code of the user that it speaks of. */
  private mapMessage(message: string, frame = ''): string {
    if (!message.includes('$fz')) return message;
    const path = FRAME_FILE.exec(frame)?.groups?.['path'] ?? '';
    const code = this.codeOf(path.startsWith('file:') ? fileURLToPath(path) : path);
    if (code === undefined || code.format === 'json') return withoutModule(message);
    const { edited, plain } = this.trailOf(code);
    return nameImports(message, edited, plain);
  }

  /** What the counters of a file count, in the order of the counters. */
  blocksOf(code: ModuleCode): readonly Block[] {
    const offsets = code.shape?.blocks ?? [];
    if (offsets.length === 0) return [];
    const trail = this.trailOf(code);
    const lines = lineIndex(trail.plain);
    const blocks: Block[] = [];
    for (let at = 0; at + 1 < offsets.length; at += 2) {
      blocks.push({ start: original(trail, lines.at(offsets[at] ?? 0)), end: original(trail, lines.at(offsets[at + 1] ?? 0)) });
    }
    return blocks;
  }

  private mapFrame(line: string): string {
    return line.replace(new RegExp(FRAME_FILE, 'gu'), (whole, path: string, row: string, column: string) => {
      const file = path.startsWith('file:') ? fileURLToPath(path) : path;
      const code = this.codeOf(file);
      const place = this.mapPosition(file, { line: Number(row), column: Number(column) });
      return code === undefined ? whole : `${code.path}:${place.line}:${place.column}`;
    });
  }

  /** By the name its script goes by. */
  private codeOf(file: string): ModuleCode | undefined {
    const code = this.codeBase.byPath(file.replace(/\?[^/]*$/u, '')) ?? this.codeBase.byPath(file);
    return code?.fileName === file ? code : undefined;
  }

  private trailOf(code: ModuleCode): Trail {
    const suspending = code.runsSuspending;
    const key = `${code.arrayName} ${suspending}`;
    const known = this.trails.get(key);
    if (known !== undefined) return known;
    const { lowered, plain, map } = this.codeBase.explain(code);
    const trail = { edited: lowered.text(suspending), plain, map: map === undefined ? undefined : new SourceMap(map) };
    this.trails.set(key, trail);
    return trail;
  }
}

function original({ map }: Trail, position: Position): Position {
  if (map === undefined) return position;
  const entry = map.findEntry(position.line - 1, position.column - 1);
  if (!('originalLine' in entry)) return position;
  return { line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}

const FRAME_FILE = /(?<path>(?:file:\/\/)?(?:\/|\b[A-Za-z]:[\\/])[^:\n]*):(?<line>\d+):(?<column>\d+)/u;

function isFrame(line: string): boolean {
  return /^\s+at /u.test(line);
}

/** The folder all code of Fozzy lies in, as source and as a build. */
const ownFolder = /^.*\/(?:src|dist)\//u.exec(fileURLToPath(import.meta.url))?.[0] ?? '';

function isOwnFrame(line: string): boolean {
  if (!isFrame(line)) return false;
  return line.includes(ownFolder) || line.includes('at Reflect.apply (<anonymous>)');
}

/** A frame of the language itself (`next` of a generator, say) belongs to whoever called it; the last one that is told, to what it calls. */
function isCalledByUs(line: string, callee = '', caller = callee): boolean {
  return /^\s+at .*\(<anonymous>\)$/u.test(line) && isOwnFrame(caller);
}
