/**
 * Everything a command may know about its surroundings. Built by the CLI from flags and the
 * terminal, by the library from options; a command never asks the process itself.
 */
import type { JsonObject } from '../base/json.ts';
import type { Paint } from '../report/paint.ts';
import type { ProgressEvent } from '../report/progress.ts';
import type { Config } from '../store/config.ts';

export interface BackendFlags {
  readonly proc?: 'scripted' | 'host';
  readonly fs?: 'virtual' | 'host';
  readonly http?: 'scripted' | 'host';
}

/** What variables of the environment say, each read in one place. */
export interface Environment {
  readonly artifactsFull: boolean;
  readonly tracePretty: boolean;
  /** In GitHub Actions: the file that becomes the page of the job, and the top of the repository. */
  readonly githubStepSummary?: string | undefined;
  readonly githubWorkspace?: string | undefined;
}

export interface Context {
  /** Absolute. Everything relative is resolved against it; the process cwd is never used. */
  readonly cwd: string;
  /** Absolute path of the config file, whether it exists or not, and whether the user named it. */
  readonly configPath: string;
  readonly configNamed: boolean;
  readonly config: Config;
  readonly strict: boolean;
  /** As given on the command line; config values are not merged in. */
  readonly backendFlags: BackendFlags;
  /** Redacted, starting with 'fozzy'. */
  readonly commandLine: readonly string[];
  readonly json: boolean;
  readonly paint: Paint;
  /** Terminal width for text output. */
  readonly columns: number;
  /** Whether a person sits at the terminal (replay --step waits for Enter). */
  readonly interactive: boolean;
  readonly signal: AbortSignal;
  readonly progress: (event: ProgressEvent) => void;
  readonly warn: (warning: { readonly code: string; readonly message: string; readonly details?: JsonObject }) => void;
  readonly log: (level: 'error' | 'warn' | 'info' | 'debug' | 'trace', message: string) => void;
  /** A part of the result that is known before its end: what people read first of it. With --json nothing is told before the document. */
  readonly tell: (text: string) => void;
  /** Extra lines on stderr (replay --dump-events, --step). */
  readonly stderrLine: (line: string) => void;
  /** Resolves when the person pressed Enter; only called when interactive. */
  readonly waitForEnter: () => Promise<void>;
  readonly environment: Environment;
}
