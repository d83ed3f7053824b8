/**
 * Where the steps of `gate` and `full` work: the commands themselves, in a store of their own, so that nothing they do moves an alias or
 * mixes with the user's runs. What passed is cleaned away; what failed stays to be looked at.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { assert } from '../../base/assert.ts';
import { plainPaint } from '../../report/paint.ts';
import { onDisk } from '../../store/file-error.ts';
import type { RunSummary } from '../../trace/summary.ts';
import { virtualBackends } from '../active-backends.ts';
import type { Command, CommandResult, Options } from '../command.ts';
import type { BackendFlags, Context } from '../context.ts';
import type { Discovered } from './discover.ts';

export interface WorkSettings {
  readonly scenarioRoot: string;
  readonly seed: string;
  readonly doctorRuns: number;
  /** A run that fails as its suite expects is as good as one that passes. */
  readonly allowExpectedFailures: boolean;
}

export class Workshop {
  readonly settings: WorkSettings;
  readonly context: Context;
  /** Absolute; traces, exports and the runs of the steps. */
  readonly folder: string;
  /** Filled in by discovery, which everything that executes needs. */
  discovered: Discovered | undefined;
  /** What one step leaves for others, by name: paths of traces. */
  readonly made = new Map<string, string>();
  readonly #table: readonly Command[];

  constructor(table: readonly Command[], kind: 'gate' | 'full', settings: WorkSettings, context: Context) {
    this.#table = table;
    this.settings = settings;
    this.context = context;
    this.folder = join(resolve(context.cwd, context.config.baseDir), 'cache', `${kind}-${randomBytes(6).toString('hex')}`);
    onDisk('create directory', this.folder, () => mkdirSync(this.folder, { recursive: true }));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  found(): Discovered {
    assert(this.discovered !== undefined, 'a step that needs scenarios comes after discovery');
    return this.discovered;
  }

  /** A trace an earlier step recorded; whoever asks needs that step. */
  trace(name: string): string {
    const path = this.made.get(name);
    assert(path !== undefined, `no step has recorded ${name}`);
    return path;
  }

  /** The very command, on the virtual world unless told otherwise. Its own progress stays inside. */
  command(name: string, options: Options, signal: AbortSignal, over: Partial<Context> = {}): Promise<CommandResult> {
    const command = this.#table.find(({ words }) => words.join(' ') === name);
    assert(command !== undefined, `there is no command ${name}`);
    return command.perform(options, { ...this.#inner(name, signal), ...over });
  }

  /** A command that answers with a summary. */
  async run(
    name: string,
    options: Options,
    signal: AbortSignal,
    over: Partial<Context> = {},
  ): Promise<{ readonly summary: RunSummary; readonly exitCode: number }> {
    const { document, exitCode } = await this.command(name, options, signal, over);
    // Every command that is called through here answers with a RunSummary.
    return { summary: document as RunSummary, exitCode };
  }

  /** Of all commands there are. */
  names(): readonly string[] {
    return this.#table.map(({ words }) => words.join(' '));
  }

  #inner(name: string, signal: AbortSignal): Context {
    const { config } = this.context;
    const backendFlags: BackendFlags = {};
    return {
      ...this.context,
      config: { ...config, baseDir: relative(this.context.cwd, this.folder) || '.', backends: virtualBackends, reporter: 'pretty' },
      backendFlags,
      commandLine: ['fozzy', ...name.split(' ')],
      json: true,
      paint: plainPaint,
      interactive: false,
      signal,
      progress: () => {},
      warn: ({ code, message }) => this.context.log('debug', `${name}: [${code}] ${message}`),
    };
  }

  /** With everything that was made, unless somebody has to look at it. */
  close(keep: boolean): string | undefined {
    if (keep) return relative(this.context.cwd, this.folder);
    onDisk('remove', this.folder, () => rmSync(this.folder, { recursive: true, force: true }));
    return undefined;
  }
}
