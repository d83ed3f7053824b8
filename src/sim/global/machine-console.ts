/** Node's own Console, but for its timers: those of the real one read the clock of the host. */
import { Console } from 'node:console';
import { current } from '../active.ts';
import { processOf } from '../process/sim-process.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

class MachineConsole extends Console {
  /** Made when the first timer is: Node's constructor calls nothing of this class, but binds its methods. */
  #started: Map<string, number> | undefined;

  override time(name: unknown = 'default'): void {
    const label = String(name);
    const started = (this.#started ??= new Map<string, number>());
    if (started.has(label)) return warn(`Label '${label}' already exists`, 'time');
    started.set(label, current().uptimeUs());
  }

  override timeEnd(name: unknown = 'default'): void {
    const label = String(name);
    const took = this.#since(label, 'timeEnd');
    if (took === undefined) return;
    this.log('%s: %s', label, took);
    this.#started?.delete(label);
  }

  override timeLog(name: unknown = 'default', ...data: readonly unknown[]): void {
    const label = String(name);
    const took = this.#since(label, 'timeLog');
    if (took !== undefined) this.log('%s: %s', label, took, ...data);
  }

  #since(label: string, method: string): string | undefined {
    const from = this.#started?.get(label);
    if (from !== undefined) return durationText((current().uptimeUs() - from) / 1000);
    warn(`No such label '${label}'`, method);
    return undefined;
  }
}

function warn(text: string, method: string): void {
  processOf(current()).emitWarning(`${text} for console.${method}()`);
}

/** As Node writes it: milliseconds, seconds, or minutes and hours with what they are. */
function durationText(ms: number): string {
  const pad = (value: number | string) => String(value).padStart(2, '0');
  if (ms < SECOND) return `${Number(ms.toFixed(3))}ms`;
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(3)}s`;
  const hours = Math.floor(ms / HOUR);
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  const [seconds = '', millis = ''] = ((ms % MINUTE) / SECOND).toFixed(3).split('.');
  if (hours === 0) return `${minutes}:${pad(seconds)}.${millis} (m:ss.mmm)`;
  return `${hours}:${pad(minutes)}:${pad(seconds)}.${millis} (h:mm:ss.mmm)`;
}

/** Callable without `new`, as the real one is. */
export const SimConsole = new Proxy(MachineConsole, {
  apply: (Class, _self, args: ConstructorParameters<typeof Console>) => new Class(...args),
});

Object.defineProperty(MachineConsole, 'name', { value: 'Console' });
