/**
 * What a scenario file may ask about the disk around it. The room itself never touches the disk;
 * whoever has one hands this in, and without it the rules that need it are skipped.
 */
export interface ScenarioEnvironment {
  /** Whether a file is there; the path is relative to the scenario file. */
  exists(path: string): boolean;
  /** Judged without executing the module: it must be there, parse and have a default export. */
  moduleStatus(path: string): 'ok' | 'missing' | { readonly invalid: string };
  /** Files named by paths and globs, each relative to the scenario file, normalised, without duplicates. */
  expandMembers(patterns: readonly string[]): readonly string[];
}

/** Whether a path or glob names at least one file. A literal file wins, since names like `[id].ts` look like globs. */
export function namesSomething(pattern: string, environment: ScenarioEnvironment): boolean {
  return environment.exists(pattern) || environment.expandMembers([pattern]).length > 0;
}
