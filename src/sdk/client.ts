/** One client, two transports, the same methods and the same answers. */
import { type CallOptions, commandOptions } from './call.ts';
import { checkClient } from './check-client.ts';
import { overCli } from './cli.ts';
import { EventStream } from './event-stream.ts';
import { CommandMethods, EventMethods } from './generated/commands.ts';
import { inProcess } from './in-process.ts';
import { type ExecOptions, type ExecResult, execProgram, type StreamPart, streamProgram } from './raw.ts';
import type { ClientOptions, Transport } from './transport.ts';

export class Fozzy extends CommandMethods {
  /** The long commands as async iterators of what they say while they work. */
  readonly events: EventMethods;
  readonly #client: ClientOptions;
  readonly #transport: Transport;

  constructor(options: ClientOptions = {}) {
    super();
    checkClient(options);
    this.#client = options;
    this.#transport = options.transport === 'cli' ? overCli(options) : inProcess(options);
    this.events = new Events((command, call) => this.call(command, call));
  }

  /** Any command line, whatever the transport: the program is started, and what it said comes back. */
  exec(args: readonly string[], options: ExecOptions = {}): Promise<ExecResult> {
    return execProgram(args, this.#client, options);
  }

  /** The same, piece by piece. */
  stream(args: readonly string[], options: { readonly signal?: AbortSignal } = {}): AsyncGenerator<StreamPart, void, undefined> {
    return streamProgram(args, this.#client, options.signal);
  }

  protected override async call<D extends object>(command: string, given: object): Promise<D> {
    const options: CallOptions = given;
    const { onProgress, onWarning } = options;
    const signals = [options.signal, this.#client.signal].filter((signal) => signal !== undefined);
    const document = await this.#transport({
      command,
      options: commandOptions(options),
      ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(onWarning === undefined ? {} : { onWarning }),
    });
    // The method knows what its command answers with.
    return document as D;
  }
}

class Events extends EventMethods {
  readonly #call: <D extends object>(command: string, options: object) => Promise<D>;

  constructor(call: <D extends object>(command: string, options: object) => Promise<D>) {
    super();
    this.#call = call;
  }

  protected override start<D extends object>(command: string, given: object): EventStream<D> {
    const options: CallOptions = given;
    return new EventStream<D>((put, signal) => {
      const onProgress: NonNullable<CallOptions['onProgress']> = (event) => {
        put(event);
        options.onProgress?.(event);
      };
      return this.#call<D>(command, { ...options, signal, onProgress });
    }, options.signal);
  }
}
