/** What a shell makes of a command line: commands with their words, and what joins them. Only what needs no second process at a time. */
import { notSimulated } from '../node-error.ts';

export interface ShellCommand {
  /** When it runs, seen from the one before: always, only after success, only after failure. */
  readonly after: ';' | '&&' | '||';
  readonly assignments: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const UNSUPPORTED = /^(?:[|&<>`(){}]|\$\()/u;

export function parseCommandLine(line: string, env: Environment): readonly ShellCommand[] {
  const commands: ShellCommand[] = [];
  let after: ShellCommand['after'] = ';';
  let words: string[] = [];
  let at = 0;
  const finish = (next: ShellCommand['after']) => {
    if (words.length > 0) commands.push(command(after, words));
    words = [];
    after = next;
  };
  while (at < line.length) {
    const rest = line.slice(at);
    const joint = /^\s*(?<joint>&&|\|\||;|\n)/u.exec(rest);
    const space = /^\s+/u.exec(rest);
    if (joint?.groups !== undefined) {
      const found = joint.groups['joint'];
      finish(found === '&&' || found === '||' ? found : ';');
      at += joint[0].length;
    } else if (space !== null) at += space[0].length;
    else {
      const word = readWord(line, at, env);
      words.push(word.text);
      at = word.end;
    }
  }
  finish(';');
  return commands;
}

function command(after: ShellCommand['after'], words: readonly string[]): ShellCommand {
  const assignments: Record<string, string> = {};
  let first = 0;
  for (; first < words.length; first += 1) {
    const found = /^(?<name>[A-Za-z_]\w*)=(?<value>.*)$/su.exec(words[first] ?? '')?.groups;
    if (found === undefined) break;
    assignments[found['name'] ?? ''] = found['value'] ?? '';
  }
  return { after, assignments, words: words.slice(first) };
}

function readWord(line: string, start: number, env: Environment): { readonly text: string; readonly end: number } {
  let text = '';
  let at = start;
  let quote = '';
  while (at < line.length) {
    const char = line[at] ?? '';
    const rest = line.slice(at);
    if (quote === '' && (/[\s;]/u.test(char) || rest.startsWith('&&') || rest.startsWith('||'))) break;
    if (quote !== "'" && (rest.startsWith('$(') || char === '`' || (quote === '' && UNSUPPORTED.test(rest)))) refuse(line, char);
    if (char === quote) quote = '';
    else if (quote === '' && (char === '"' || char === "'")) quote = char;
    else if (char === '\\' && quote !== "'") {
      at += 1;
      text += line[at] ?? '';
    } else if (char === '$' && quote !== "'") {
      const name = /^\$(?:\{(?<braced>\w+)\}|(?<plain>\w+))/u.exec(rest);
      text += name === null ? '$' : (env[name.groups?.['braced'] ?? name.groups?.['plain'] ?? ''] ?? '');
      at += (name?.[0].length ?? 1) - 1;
    } else text += char;
    at += 1;
  }
  return { text, end: at };
}

function refuse(line: string, what: string): never {
  throw notSimulated(
    `'${what}' in the shell command ${JSON.stringify(line)}`,
    'Pipes, redirections and substitutions need a real shell: call the programs with spawn or execFile and join their streams.',
  );
}
