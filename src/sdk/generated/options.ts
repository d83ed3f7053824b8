/** Made from the table of commands by `npm run generate`: the options of every command. */
import type { CallOptions, Seed } from '../call.ts';

export interface InitOptions extends CallOptions {
  /** with --template service: the program that listens, such as src/server.ts */ readonly entry?: string;
  /** also in an initialised project: rewrite what is unchanged since, keep everything else */ readonly force?: boolean;
  /** what to create: examples, examples and a test that runs them through the SDK, or a first simulation of a server you have */ readonly template?: 'minimal' | 'ts' | 'service';
  /** which kinds of examples to create */ readonly with?: readonly ('run' | 'fuzz' | 'explore' | 'memory' | 'host' | 'all')[];
  /** the same as --with all */ readonly allTests?: boolean;
}
export interface RunOptions extends CallOptions {
  /** deterministic: waits move virtual time, nothing real is touched */ readonly det?: boolean;
  /** seed of every draw */ readonly seed?: Seed;
  /** deadline of each scenario, such as 500ms or 10s */ readonly timeout?: number | string;
  /** the simulation to take, by its name, where a file exports several */ readonly only?: string;
  /** what to print; =FILE writes it there instead, and several may be given; documents that are printed are also kept with the run */ readonly reporter?: readonly string[];
  /** write the trace to this path, whether the run passes or not */ readonly record?: string;
  /** what to do when the record path exists */ readonly recordCollision?: 'append' | 'overwrite' | 'error';
  /** report memory even without memory steps */ readonly memTrack?: boolean;
  /** ceiling of the memory model in MiB */ readonly memLimitMb?: number;
  /** every allocation after this many fails */ readonly memFailAfter?: number;
  /** seed of the size overhead */ readonly memFragmentationSeed?: Seed;
  /** cyclic size multipliers, such as 1,2,4 */ readonly memPressureWave?: string;
  /** any leak fails, whatever the budget */ readonly failOnLeak?: boolean;
  /** bytes that may leak */ readonly leakBudget?: number;
  /** write memory.*.json */ readonly memArtifacts?: boolean;
  /** full also measures processor time and allocations of your code, and keeps the profile of passing runs */ readonly profileCapture?: 'baseline' | 'full';
}
export interface TestOptions extends CallOptions {
  /** scenario, simulation or suites files, or globs [default: tests/**\/*.fozzy.{json,ts,mts,js,mjs}] */ readonly patterns?: readonly string[];
  /** deterministic: waits move virtual time, nothing real is touched */ readonly det?: boolean;
  /** seed of every draw */ readonly seed?: Seed;
  /** deadline of each scenario, such as 500ms or 10s */ readonly timeout?: number | string;
  /** scenarios in flight at the same time */ readonly jobs?: number;
  /** schedules to try of each simulation */ readonly runs?: number;
  /** only scenarios whose path or name contains this */ readonly filter?: string;
  /** only members of suite groups with one of these tags */ readonly tag?: readonly string[];
  /** start nothing new after a failure */ readonly failFast?: boolean;
  /** only part i of n, as in 2/3, to be put together with `fozzy report merge`; needs --seed */ readonly shard?: string;
  /** what to print; =FILE writes it there instead, and several may be given; documents that are printed are also kept with the run */ readonly reporter?: readonly string[];
  /** write the trace to this path, whether the run passes or not */ readonly record?: string;
  /** what to do when the record path exists */ readonly recordCollision?: 'append' | 'overwrite' | 'error';
  /** report memory even without memory steps */ readonly memTrack?: boolean;
  /** ceiling of the memory model in MiB */ readonly memLimitMb?: number;
  /** every allocation after this many fails */ readonly memFailAfter?: number;
  /** seed of the size overhead */ readonly memFragmentationSeed?: Seed;
  /** cyclic size multipliers, such as 1,2,4 */ readonly memPressureWave?: string;
  /** any leak fails, whatever the budget */ readonly failOnLeak?: boolean;
  /** bytes that may leak */ readonly leakBudget?: number;
  /** write memory.*.json */ readonly memArtifacts?: boolean;
}
export interface FuzzOptions extends CallOptions {
  /** the same result every time: needs --runs, leaves the corpus as it is, seed 0 unless given */ readonly det?: boolean;
  /** seed of every draw */ readonly seed?: Seed;
  /** executions to make at most */ readonly runs?: number;
  /** real time to spend at most */ readonly time?: number | string;
  /** coverage: led by the code that inputs reach; property: generated inputs only, and returning false fails */ readonly mode?: 'coverage' | 'property';
  /** what the function takes; auto tries both and takes what gets further */ readonly input?: 'auto' | 'bytes' | 'string';
  /** longest input */ readonly maxInput?: number;
  /** directory of inputs to begin with and to add to */ readonly corpus?: string;
  /** only these ways to vary an input */ readonly mutator?: readonly ('bitflip' | 'insert' | 'delete' | 'overwrite' | 'havoc' | 'splice' | 'dictionary')[];
  /** installed packages whose code leads the search like your own; the package a target lies in does anyway */ readonly instrument?: readonly string[];
  /** names of error classes the function may throw: they are part of its contract */ readonly expect?: readonly string[];
  /** another function, <module>#<export>, that must give the same results */ readonly against?: string;
  /** what must hold for every result: split (a function of a list of pieces does not care where they were cut), idempotent, lossless (--inverse gives the very input back) */ readonly law?: readonly ('split' | 'idempotent' | 'lossless')[];
  /** a function, <module>#<export>, that turns results back into inputs: results must survive the way there and back */ readonly inverse?: string;
  /** reduce the input of every distinct failure to what it needs */ readonly shrink?: boolean;
  /** reduce the input of every distinct failure to what it needs */ readonly minimize?: boolean;
  /** stop at the first failure */ readonly crashOnly?: boolean;
  /** let the function touch real files, processes and the network */ readonly allowHost?: boolean;
  /** where the function runs: thread is quick; process also survives signals and crashes of native code; auto begins in a thread and goes on in a process when the function needs one */ readonly isolation?: 'auto' | 'thread' | 'process';
  /** what to print; =FILE writes it there instead, and several may be given; documents that are printed are also kept with the run */ readonly reporter?: readonly string[];
  /** write the trace to this path, whether the run passes or not */ readonly record?: string;
  /** what to do when the record path exists */ readonly recordCollision?: 'append' | 'overwrite' | 'error';
  /** report memory even without memory steps */ readonly memTrack?: boolean;
  /** ceiling of the memory model in MiB */ readonly memLimitMb?: number;
  /** every allocation after this many fails */ readonly memFailAfter?: number;
  /** seed of the size overhead */ readonly memFragmentationSeed?: Seed;
  /** cyclic size multipliers, such as 1,2,4 */ readonly memPressureWave?: string;
  /** any leak fails, whatever the budget */ readonly failOnLeak?: boolean;
  /** bytes that may leak */ readonly leakBudget?: number;
  /** write memory.*.json */ readonly memArtifacts?: boolean;
  /** full also measures processor time and allocations of your code, and keeps the profile of passing runs */ readonly profileCapture?: 'baseline' | 'full';
}
export interface ExploreOptions extends CallOptions {
  /** seed of every draw */ readonly seed?: Seed;
  /** schedules to try at most */ readonly runs?: number;
  /** real time to spend at most */ readonly time?: number | string;
  /** how to search: deviations from the calm run in increasing number (fifo), walks that are random, by priority (pct) or by weight (urw), everything depth or breadth first (dfs, bfs), from where something new was seen (coverage_guided), or several of them, whichever shows most that is new (portfolio) */ readonly schedule?: 'portfolio' | 'fifo' | 'random' | 'pct' | 'urw' | 'dfs' | 'bfs' | 'coverage_guided';
  /** transitions or events after which one schedule is given up */ readonly steps?: number;
  /** distributed scenarios: this many nodes n0, n1, … instead of those of the file */ readonly nodes?: number;
  /** distributed scenarios: other faults than those of the file: none, partition-first-two, heal-first-two, crash-first, restart-first (comma list), or a file */ readonly faults?: string;
  /** distributed scenarios: other invariants than those of the file, for example kv_all_equal:x (comma list) */ readonly checker?: string;
  /** how HTTP travels between machines: as objects, or as parsed bytes */ readonly http?: 'fast' | 'wire';
  /** reduce the failing run to what it needs: fewer faults, clients and switches */ readonly shrink?: boolean;
  /** reduce the failing run to what it needs: fewer faults, clients and switches */ readonly minimize?: boolean;
  /** divide the search among this many processes, at most 16; the result is the same for any number */ readonly jobs?: number;
  /** only part i of n, as in 2/3, to be put together with `fozzy report merge`; needs --seed */ readonly shard?: string;
  /** the simulation to take, by its name, where a file exports several */ readonly only?: string;
  /** what to print; =FILE writes it there instead, and several may be given; documents that are printed are also kept with the run */ readonly reporter?: readonly string[];
  /** write the trace to this path, whether the run passes or not */ readonly record?: string;
  /** what to do when the record path exists */ readonly recordCollision?: 'append' | 'overwrite' | 'error';
  /** full also measures processor time and allocations of your code, and keeps the profile of passing runs */ readonly profileCapture?: 'baseline' | 'full';
}
export interface ReplayOptions extends CallOptions {
  /** one JSON line per step on stderr; in a terminal, Enter goes on */ readonly step?: boolean;
  /** stop at this virtual time */ readonly until?: number | string;
  /** every event as a JSON line on stderr */ readonly dumpEvents?: boolean;
  /** full also measures processor time and allocations of your code, and keeps the profile of passing runs */ readonly profileCapture?: 'baseline' | 'full';
  /** write the profile files anew from this replay, also when it passes */ readonly profileRegen?: boolean;
  /** export the profile of this replay in the format of another tool */ readonly profileExportFormat?: 'speedscope' | 'pprof' | 'otlp';
  /** where to export it to */ readonly profileExportOut?: string;
  /** what to print; =FILE writes it there instead, and several may be given; documents that are printed are also kept with the run */ readonly reporter?: readonly string[];
}
export interface ShrinkOptions extends CallOptions {
  /** where to write the smaller trace */ readonly out?: string;
  /** how long to search */ readonly budget?: number | string;
  /** what to reduce */ readonly minimize?: 'input' | 'schedule' | 'faults' | 'all';
  /** also try pairs and the content of nested blocks without the block */ readonly aggressive?: boolean;
  /** what to print */ readonly reporter?: 'pretty';
}
export interface SaveOptions extends CallOptions {
  /** the test runner to write for */ readonly as?: 'vitest' | 'node-test';
  /** the file to write */ readonly out?: string;
}
export interface ShowOptions extends CallOptions {
  /** also what is only scheduling and looking around */ readonly all?: boolean;
}
export interface ExplainOptions extends CallOptions {
  /** how long to take away what the failure does not need */ readonly budget?: number | string;
}
export interface ConfirmOptions extends CallOptions {
  /** how long to take away what the failure does not need */ readonly budget?: number | string;
  /** how long the real run may take */ readonly time?: number | string;
}
export interface CiOptions extends CallOptions {
  /** a run that should have ended like the others, twice or more; needs --flake-budget */ readonly flakeRun?: readonly string[];
  /** per cent of the flake runs that may differ from the others */ readonly flakeBudget?: number;
  /** a run or a trace that says how long things took before; needs --max-p99-delta-pct */ readonly perfBaseline?: string;
  /** per cent by which the slowest hundredth may be slower than in the baseline */ readonly maxP99DeltaPct?: number;
}
export interface GateOptions extends CallOptions {
  /** how much is checked */ readonly profile?: 'targeted';
  /** only scenarios whose path holds one of these */ readonly scope?: readonly string[];
  /** where to look for scenarios */ readonly scenarioRoot?: string;
  /** seed of every execution */ readonly seed?: Seed;
  /** executions the doctor compares */ readonly doctorRuns?: number;
}
export interface FullOptions extends CallOptions {
  /** where to look for scenarios */ readonly scenarioRoot?: string;
  /** seed of every execution */ readonly seed?: Seed;
  /** executions the doctor compares */ readonly doctorRuns?: number;
  /** real time to fuzz the primary scenario */ readonly fuzzTime?: number | string;
  /** events per schedule of a distributed scenario */ readonly exploreSteps?: number;
  /** nodes of the distributed scenario */ readonly exploreNodes?: number;
  /** a run that fails as its suite expects is as good as one that passes */ readonly allowExpectedFailures?: boolean;
  /** only scenarios whose path holds this */ readonly scenarioFilter?: string;
  /** steps that are not executed */ readonly skipSteps?: readonly string[];
  /** steps that must have passed */ readonly requiredSteps?: readonly string[];
  /** a source tree whose risky files must have the tests `map suites` asks for */ readonly requireTopologyCoverage?: string;
  /** risk from which a file counts, 0 to 100 */ readonly topologyMinRisk?: number;
  /** how much is asked for */ readonly topologyProfile?: 'balanced' | 'pedantic' | 'overkill';
  /** when a shrunk failure is asked for */ readonly topologyShrinkPolicy?: 'failure-only' | 'exercised-ok' | 'no-known-failures';
}
export interface ValidateOptions extends CallOptions {}
export interface DoctorOptions extends CallOptions {
  /** a simulation or a program: tell what it will touch and how that is served */ readonly file?: string;
  /** execute a scenario several times in separate processes and compare */ readonly deep?: boolean;
  /** the scenario or simulation to execute; needs --deep */ readonly scenario?: string;
  /** how many times; needs --deep */ readonly runs?: number;
  /** seed of every execution; needs --deep */ readonly seed?: Seed;
}
export interface EnvOptions extends CallOptions {}
export interface SchemaOptions extends CallOptions {
  /** show only this step, invariant or fault type */ readonly type?: string;
}
export interface UsageOptions extends CallOptions {}
export interface CompletionsOptions extends CallOptions {}
export interface VersionOptions extends CallOptions {}
