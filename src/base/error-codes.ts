/** The catalogue of everything a command may refuse with: stable code, exit code, meaning, default hint. */
interface ErrorCodeEntry {
  readonly exit: 1 | 2;
  readonly meaning: string;
  readonly hint: string | null;
}

function refused(meaning: string, hint: string | null = null): ErrorCodeEntry {
  return { exit: 2, meaning, hint };
}

/** Judged and failed rather than refused. */
function judged(meaning: string, hint: string): ErrorCodeEntry {
  return { exit: 1, meaning, hint };
}

export const errorCodes = {
  usage: refused('unknown or contradictory arguments', 'run `fozzy --help`'),
  flag_not_applicable: refused('a known flag that this command cannot honour'),
  cwd_invalid: refused('--cwd does not name a directory', 'pass an existing directory to --cwd'),
  config_not_found: refused('the file named by --config does not exist', 'run `fozzy init` or correct --config'),
  config_invalid: refused('the config file cannot be read or parsed'),
  config_unknown_key: refused('the config file has a key Fozzy does not know', 'remove the key or pass --unsafe to only warn'),
  io: refused('the file system refused an operation', 'check the path and the free space, then try again'),
  permission_denied: refused('the file system denied access', 'check the permissions of the path'),
  interrupted: refused('a signal stopped the command', 'run it again'),
  internal: refused('a defect in Fozzy', 'please report it together with the output of `fozzy artifacts pack latest --out repro.zip`'),
  scenario_not_found: refused('the scenario file does not exist', 'check the path'),
  scenario_invalid: refused(
    'the scenario has validation problems',
    'correct what the problems name; `fozzy schema` shows every step, with an example',
  ),
  wrong_variant: refused('the scenario variant belongs to another command'),
  distributed_in_test: refused('a loose distributed scenario was given to test', 'run it with `fozzy explore` or list it in a suites file'),
  fault_invalid: refused(
    '`--faults` names neither known presets nor a file with a valid list of faults',
    'give presets, separated by commas, or a file',
  ),
  checker_invalid: refused('`--checker` names an unknown check, node or form', 'write kv_all_equal:<key>, for example'),
  scenario_path_not_found: refused('a literal path given to test does not exist'),
  no_match: refused('the patterns matched no scenario', 'run `fozzy init` or pass a path'),
  no_tests_selected: refused('the filters left no scenario', 'loosen --filter or --tag'),
  det_host_backend: refused('a host backend was combined with --det', 'drop --det or use the scripted/virtual backend'),
  backend_not_supported: refused('a host backend flag on a command that never uses the host', 'drop the flag'),
  module_load_failed: refused('a file of the subject cannot be loaded', 'correct the file named in the message'),
  fuzz_target_invalid: refused(
    'the target cannot be fuzzed: no such file or export, no function, or it does not load',
    'write <module>#<export>, such as src/parse.ts#parse',
  ),
  fuzz_host_denied: refused(
    'the target reached for real files, processes or the network',
    'fuzz a function that only computes, or pass --allow-host',
  ),
  trace_not_found: refused('the trace file does not exist', 'list recorded runs with `fozzy runs ls`'),
  trace_parse: refused('the file is not a readable trace', 'record it again with `fozzy run <scenario> --record <path>`'),
  trace_format: refused('the file is JSON but no Fozzy trace', 'pass a .fozzy trace, a run id or an alias'),
  trace_version: refused('the trace was written by a newer or unknown format version', 'upgrade Fozzy'),
  trace_checksum: refused('the trace was changed after it was written', 'record it again; a changed trace is never replayed'),
  trace_incomplete: refused('the trace lacks what a replay needs', 'record it again with `fozzy run <scenario> --record <path>`'),
  record_collision: refused('the record target exists', 'choose another path or another --record-collision policy'),
  record_locked: refused('another process holds the lock of the target', 'wait for the other command or remove the stale lock'),
  shrink_not_reproducible: judged('the trace does not reproduce its own failure', 'run `fozzy replay` on it to see the first divergence'),
  shrink_dimension_not_applicable: refused('the trace has nothing in the requested dimension', 'use --minimize all'),
  nothing_to_explain: refused('the run did not fail', 'use `fozzy show` to see what happened in it'),
  nothing_to_save: refused('the run did not fail', 'save a run that failed; `fozzy runs ls` lists them'),
  selector_not_found: refused('no run has this id', 'list recorded runs with `fozzy runs ls`'),
  alias_unresolved: refused('no run fits the alias yet', 'run a scenario first'),
  run_incomplete: refused('the directory holds no finished run', 'list recorded runs with `fozzy runs ls`'),
  run_damaged: refused('a file of the run is missing or changed', 'run the scenario again; --unsafe skips damaged runs for aliases'),
  output_exists: refused('the target holds something Fozzy did not create', 'choose another target'),
  output_unsafe: refused('the target or a parent of it is a symbolic link', 'pass the real path'),
  profile_no_data: refused('a profile was asked for a domain the run has no data of', 'run `fozzy profile top <run>` to see what there is'),
  map_timeout: refused('reading the source took more than 30 seconds', 'map a part of it with --root'),
  corpus_not_found: refused('the corpus directory does not exist', 'check the path; the default corpus is <base_dir>/corpora/default'),
  corpus_empty: refused('the corpus holds no files', 'let `fozzy fuzz` fill it, or put files into it'),
  archive_unsafe: refused('an archive holds something that must not be unpacked', 'look at it with another tool before you trust it'),
  archive_limit: refused('an archive is larger than allowed, or unpacks to more', 'raise --max-entries or --max-total-mb if you trust it'),
  query_invalid: refused(
    'the expression of `report query` cannot be read',
    'write names separated by dots, [N] for one item, [] for all of them',
  ),
  query_no_match: refused('the report has nothing at the path', '`fozzy report query <run> --list-paths` shows every path'),
  flaky_too_few_runs: refused('fewer than two different runs were named', 'run the scenario again and name all of its runs'),
  memory_no_data: refused('the run has no memory section', 'run a scenario with memory steps, or add --mem-track'),
  shards_invalid: refused('the runs are not exactly the shards of one whole', 'name every shard once'),
  strict_doctor: refused('strict mode rejects the issues the doctor found', 'mend them or pass --unsafe'),
  strict_warnings: refused('strict mode rejects warning findings', 'fix the warning or pass --unsafe'),
} as const satisfies Readonly<Record<string, ErrorCodeEntry>>;

export type ErrorCode = keyof typeof errorCodes;
