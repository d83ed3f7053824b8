/**
 * The counters of all compiled code, and the fuel that ends what would never end. They belong to the process: a counter is a constant of
 * the realm its code runs in, so the compiler can fold its address into the code, which halves what counting costs.
 *
 * Every check comes here once in `passesPerCheck` passes and burns that much fuel. When the fuel is used up, all counters are set to the
 * brink, so that from then on every check throws at once: code that swallows the error meets the next one a few steps later.
 */
import { Script } from 'node:vm';
import { type ComparisonWatch, watchName } from './comparison-marks.ts';
import { checkName, passesPerCheck } from './site-marks.ts';

const FRAMES = 64;

/** Thrown into code that does not come to an end. */
export class OutOfFuel extends Error {
  constructor() {
    // Its stack says what did not end, also where a search does without stacks.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = FRAMES;
    super('the code ran without a pause for longer than its limit allows');
    Error.stackTraceLimit = limit;
  }
}

/** Counters come in sheets, so that adding code moves none. One sheet is enough for all but the largest programs. */
const sheetLength = 1 << 18;
/** Some hundred thousand loop rounds. */
const CHECKS_PER_LOOK = 64;
const noCounters = new Uint16Array(0);
const tableName = '$fz$table';

export class SiteTable {
  private readonly compiled = new Map<string, unknown>();
  private readonly views = new Map<string, Uint16Array>();
  private readonly sheets: { readonly counters: Uint16Array; used: number }[] = [];
  private fuel = Number.POSITIVE_INFINITY;
  private spent = false;
  /** Asked now and then by code that runs for long; true ends it. */
  isTooMuch: (() => boolean) | undefined;
  private checks = 0;
  /** Passes that were checked since the process began; grows in large steps. */
  passed = 0;
  /** The first error that ended something in this run; its stack says what did not end. */
  stopped: Error | undefined;

  /** The counters of one piece of code; the same ones whenever it is asked for by the same name. */
  take(name: string, count: number): Uint16Array {
    const known = this.views.get(name);
    if (known !== undefined) return known;
    if (count === 0) return noCounters;
    let sheet = this.sheets.at(-1);
    if (sheet === undefined || sheet.used + count > sheet.counters.length) {
      sheet = { counters: new Uint16Array(Math.max(sheetLength, count)), used: 0 };
      this.sheets.push(sheet);
    }
    const view = sheet.counters.subarray(sheet.used, sheet.used + count);
    sheet.used += count;
    this.views.set(name, view);
    declareConstants(inThisRealm, globalThis, { [name]: view });
    return view;
  }

  /** The same counters under the same name in another realm. */
  declareIn(run: RunScript, globalObject: object, name: string, count: number): void {
    const view = this.take(name, count);
    if (view !== noCounters) declareConstants(run, globalObject, { [name]: view });
  }

  /** What counters call when they come round, in another realm. */
  declareCheck(run: RunScript, globalObject: object): void {
    declareConstants(run, globalObject, { [checkName]: this.check });
  }

  /** Compiled code is kept by name: a file that changes back and forth is compiled once. Its counters must be there before it runs. */
  compile<T>(name: string, counters: { readonly name: string; readonly count: number }, run: () => T): T {
    if (!this.compiled.has(name)) {
      this.take(counters.name, counters.count);
      this.compiled.set(name, run());
    }
    return this.compiled.get(name) as T; // a name is the digest of its text, which always gives the same kind of value
  }

  readonly check = (counters: Uint16Array, site: number): void => {
    // A counter that came round must not look as if its block had never run.
    if (counters[site] === 0) counters[site] = 32_768;
    if (!this.spent) {
      this.passed += passesPerCheck;
      this.fuel -= passesPerCheck;
      this.checks = (this.checks + 1) % CHECKS_PER_LOOK;
      if (this.fuel > 0 && (this.checks !== 0 || this.isTooMuch?.() !== true)) return;
      this.exhaust();
    }
    counters[site] = passesPerCheck - 1;
    const error = new OutOfFuel();
    this.stopped ??= error;
    throw error;
  };

  /** The next stretch of code may pass this many function entries and loop iterations; accurate to some thousands. */
  refuel(passes: number): void {
    this.fuel = passes;
  }

  get exhausted(): boolean {
    return this.spent;
  }

  /** The code that runs has no business to go on, for this reason. */
  end(reason: Error): void {
    this.stopped ??= reason;
    this.exhaust();
  }

  /** From now on every check throws: nothing of this run gets far any more. */
  exhaust(): void {
    this.spent = true;
    for (const { counters, used } of this.sheets) counters.fill(passesPerCheck - 1, 0, used);
  }

  /** The counters themselves, as far as they are used: one piece unless the program is very large. */
  get pieces(): readonly Uint16Array[] {
    return this.sheets.map(({ counters, used }) => counters.subarray(0, used));
  }

  /** Who watches comparisons in this realm; can be said once. */
  watch(comparisons: ComparisonWatch): void {
    declareConstants(inThisRealm, globalThis, { [watchName]: comparisons });
  }

  /** What a debugger may ask for by name, also while code of this realm does not come back; can be said once. */
  answer(name: string, ask: () => string): void {
    declareConstants(inThisRealm, globalThis, { [name]: ask });
  }

  /** Every block that has run since the last reset, by a number it keeps as long as the process lives. */
  forEachHit(visit: (block: number) => void): void {
    let start = 0;
    for (const { counters, used } of this.sheets) {
      for (let at = 0; at < used; at += 1) if (counters[at] !== 0) visit(start + at);
      start += counters.length;
    }
  }

  /** Passes since the last reset that were not checked yet. */
  residue(): number {
    let passes = 0;
    for (const { counters, used } of this.sheets) for (let at = 0; at < used; at += 1) passes += (counters[at] ?? 0) % passesPerCheck;
    return passes;
  }

  /** Must precede every run: when fuel runs out depends on where the counters stood. */
  reset(): void {
    this.spent = false;
    this.stopped = undefined;
    this.fuel = Number.POSITIVE_INFINITY;
    for (const { counters, used } of this.sheets) counters.fill(0, 0, used);
  }
}

let table: SiteTable | undefined;

/** The table of this realm. A second copy of Fozzy in the same realm shares it, because names of a realm cannot be declared twice. */
export function siteTable(): SiteTable {
  table ??= adoptTable() ?? installTable();
  return table;
}

function adoptTable(): SiteTable | undefined {
  // Only this file ever declares the name.
  return new Script(`typeof ${tableName}==='undefined'?undefined:${tableName}`).runInThisContext() as SiteTable | undefined;
}

function installTable(): SiteTable {
  const fresh = new SiteTable();
  declareConstants(inThisRealm, globalThis, { [checkName]: fresh.check, [tableName]: fresh });
  return fresh;
}

type RunScript = (script: Script) => unknown;

const inThisRealm: RunScript = (script) => script.runInThisContext();
const declarations = new Map<string, Script>();

/** Constants of the realm, not properties of its global object: nobody can list or replace them. */
function declareConstants(run: RunScript, globalObject: object, values: Readonly<Record<string, unknown>>): void {
  const passage = '$fz$passage';
  Object.defineProperty(globalObject, passage, { value: values, configurable: true });
  try {
    const text = `const ${Object.keys(values)
      .map((name) => `${name}=${passage}.${name}`)
      .join(',')};`;
    let script = declarations.get(text);
    if (script === undefined) {
      script = new Script(text);
      declarations.set(text, script);
    }
    run(script);
  } finally {
    Reflect.deleteProperty(globalObject, passage);
  }
}
