/**
 * Where everything a command says ends up. With --json stdout holds exactly one document and stderr
 * JSON lines; without, people read the result on stdout and everything else on stderr.
 */
import { prettyJson } from '../base/canonical-json.ts';
import type { Json } from '../base/json.ts';
import type { FozzyError } from '../base/problem.ts';
import type { CommandResult } from '../commands/command.ts';
import type { Context } from '../commands/context.ts';
import { renderError } from '../report/error-text.ts';
import type { Paint } from '../report/paint.ts';
import { ansiPaint, plainPaint } from '../report/paint.ts';
import { renderProgressLine } from '../report/progress-text.ts';
import { visible } from '../report/visible.ts';
import type { LogLevel } from './global-flags.ts';
import { logLevels } from './global-flags.ts';
import { LiveLine } from './live-line.ts';
import type { Stream, Terminal } from './terminal.ts';
import { isLively } from './terminal.ts';

export interface Output extends Pick<Context, 'json' | 'paint' | 'columns' | 'progress' | 'warn' | 'log' | 'tell' | 'stderrLine'> {
  /** The last word of the command, exactly once. */
  readonly result: (result: Pick<CommandResult, 'document' | 'text'>) => void;
  readonly error: (error: FozzyError) => void;
  /** Takes a live line off the screen. */
  readonly settle: () => void;
}

export interface OutputOptions {
  readonly json: boolean;
  readonly color: boolean;
  readonly log: LogLevel;
}

export function openOutput(terminal: Terminal, options: OutputOptions): Output {
  return options.json ? jsonOutput(terminal, options.log) : textOutput(terminal, options);
}

function jsonOutput({ stdout, stderr }: Terminal, level: LogLevel): Output {
  const line = (value: object) => stderr.write(`${JSON.stringify(value)}\n`);
  // A defect that shows after the result was printed must not put a second document on stdout.
  let spoken = false;
  const speak = (document: object) => {
    if (spoken) return line(document);
    spoken = true;
    stdout.write(documentText(document));
  };
  return {
    json: true,
    paint: plainPaint,
    columns: Number.POSITIVE_INFINITY,
    progress: line,
    warn: (warning) => {
      if (isTold('warn', level)) line({ status: 'warning', ...warning });
    },
    log: (at, message) => {
      if (isTold(at, level)) line({ level: at, message });
    },
    tell: () => undefined,
    stderrLine: (text) => stderr.write(`${text}\n`),
    result: ({ document }) => speak(document),
    error: (error) => speak(error.toDocument()),
    settle: () => undefined,
  };
}

function textOutput(terminal: Terminal, { color, log: level }: OutputOptions): Output {
  const { stdout, stderr } = terminal;
  const paint = paintFor(stderr, terminal, color);
  const live = color && isLively(stderr, terminal) ? new LiveLine(stderr, paint) : undefined;
  const say = (text: string) => {
    live?.erase();
    stderr.write(`${text}\n`);
  };
  return {
    json: false,
    paint: paintFor(stdout, terminal, color),
    columns: stdout.columns,
    progress: (event) => {
      if (!isTold('info', level)) return undefined;
      if (live !== undefined) return live.advance(event);
      const line = renderProgressLine(event, paint);
      if (line !== undefined) say(line);
    },
    warn: ({ code, message }) => {
      if (isTold('warn', level)) say(`${paint.yellow(`warning[${code}]`)}: ${visible(message)}`);
    },
    log: (at, message) => {
      if (isTold(at, level)) say(`${paint.dim(`${at}:`)} ${visible(message)}`);
    },
    tell: (text) => {
      live?.erase();
      stdout.write(`${text}\n`);
    },
    stderrLine: say,
    result: ({ text }) => {
      live?.stop();
      stdout.write(text === '' || text.endsWith('\n') ? text : `${text}\n`);
    },
    error: (error) => {
      live?.stop();
      const { code, message, hint, details } = error;
      say(renderError({ code, message, hint, ...(details && { details }) }, paint, stderr.columns));
    },
    settle: () => live?.stop(),
  };
}

function paintFor(stream: Stream, terminal: Terminal, color: boolean): Paint {
  return color && isLively(stream, terminal) ? ansiPaint : plainPaint;
}

function documentText(document: object): string {
  // Documents are declared as interfaces, which have no index signature; everything in them is JSON.
  return `${prettyJson(document as Json)}\n`;
}

function isTold(level: LogLevel, most: LogLevel): boolean {
  return logLevels.indexOf(level) <= logLevels.indexOf(most);
}
