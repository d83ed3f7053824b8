/**
 * The catalogue of findings: what each title means, whether it is misuse of the format (never an
 * "expected" failure) and whether it only warns (the status stays pass, strict mode rejects the run).
 */
import type { FindingKind } from './finding.ts';

export interface FindingCode {
  readonly code: string;
  readonly kind: FindingKind;
  readonly misuse: boolean;
  readonly warning: boolean;
  readonly meaning: string;
}

function code(kind: FindingKind, title: string, meaning: string, mark: '' | 'misuse' | 'warning' = ''): FindingCode {
  return { code: title, kind, misuse: mark === 'misuse', warning: mark === 'warning', meaning };
}

export const findingCodes: readonly FindingCode[] = [
  code('assertion', 'assert_ok', 'a value was not true'),
  code('assertion', 'assert_eq_int', 'two integers differ'),
  code('assertion', 'assert_ne_int', 'two integers are equal'),
  code('assertion', 'assert_eq_str', 'two texts differ'),
  code('assertion', 'assert_ne_str', 'two texts are equal'),
  code('assertion', 'get_kv_assert', 'a key does not hold what was expected'),
  code('assertion', 'assert_eventually_kv', 'a key never got the expected value in time'),
  code('assertion', 'assert_never_kv', 'a key got a forbidden value'),
  code('assertion', 'assert_throws', 'no nested step failed'),
  code('assertion', 'assert_rejects', 'no nested step failed'),
  code('assertion', 'fail', 'the scenario failed on purpose'),
  code('assertion', 'fs_read_assert', 'a file does not hold what was expected'),
  code('assertion', 'host_fs_write', 'a real file could not be written'),
  code('assertion', 'host_fs_read_assert', 'a real file could not be read or does not hold what was expected'),
  code('assertion', 'host_fs_snapshot', 'real files could not be saved'),
  code('assertion', 'host_fs_restore', 'real files could not be restored'),
  code('assertion', 'http_unmatched', 'no scripted response fits a request'),
  code('assertion', 'http_status', 'a response has another status'),
  code('assertion', 'http_body', 'a response has another body'),
  code('assertion', 'http_json_parse', 'a response body is not JSON'),
  code('assertion', 'http_json', 'a response has another JSON body'),
  code('assertion', 'http_headers', 'a response has other headers'),
  code('assertion', 'http_host_request', 'a real request failed'),
  code('assertion', 'http_when_host_unmatched', 'a real request fits no declared rule'),
  code('assertion', 'http_when_host_status', 'a real response breaks its declared status'),
  code('assertion', 'http_when_host_headers', 'a real response breaks its declared headers'),
  code('assertion', 'http_when_host_body', 'a real response breaks its declared body'),
  code('assertion', 'http_when_host_json_parse', 'a real response is not the declared JSON'),
  code('assertion', 'http_when_host_json', 'a real response breaks its declared JSON'),
  code('assertion', 'proc_unmatched', 'no scripted result fits a process'),
  code('assertion', 'proc_exit', 'a process ended with another exit code'),
  code('assertion', 'proc_stdout', 'a process wrote something else to stdout'),
  code('assertion', 'proc_stderr', 'a process wrote something else to stderr'),
  code('assertion', 'proc_spawn_host', 'a real process failed to start or broke a limit'),
  code('assertion', 'proc_when_host_unmatched', 'a real process fits no declared rule'),
  code('assertion', 'proc_when_host_exit', 'a real process breaks its declared exit code'),
  code('assertion', 'proc_when_host_stdout', 'a real process breaks its declared stdout'),
  code('assertion', 'proc_when_host_stderr', 'a real process breaks its declared stderr'),
  code('assertion', 'net_deliver', 'no message could be delivered'),
  code('assertion', 'net_recv_assert', 'no message in the inbox fits'),
  code('assertion', 'memory_assert_in_use_bytes', 'another number of bytes is in use'),
  code('assertion', 'client_get_assert', 'a client read something else'),
  code('checker', 'memory_alloc_failed', 'a simulated allocation failed'),
  code('checker', 'memory_free', 'memory_free names no allocation'),
  code('checker', 'memory_free_missing', 'memory_free names an allocation that is not live'),
  code('checker', 'memory_leak', 'allocations were never freed'),
  code('checker', 'memory_leak_budget', 'more bytes leaked than the budget allows'),
  code('checker', 'heap_alloc_budget', 'the memory model allocated more than its budget', 'warning'),
  code('checker', 'heap_in_use_budget', 'the memory model had more in use than its budget', 'warning'),
  code('checker', 'scenario_invalid', 'test met a scenario that does not validate'),
  code('checker', 'fs_restore_missing_snapshot', 'no snapshot has that name'),
  code('checker', 'host_fs_path', 'a path leaves the sandbox'),
  code('checker', 'host_fs_restore_missing_snapshot', 'no snapshot of real files has that name'),
  code('checker', 'proc_host_denied', 'the command is not on the allow-list'),
  code('checker', 'http_host_denied', 'the host is not on the allow-list'),
  code('checker', 'never_evaluated', 'an assert or invariant was never judged', 'warning'),
  code('checker', 'all_schedules_truncated', 'every schedule was cut short', 'warning'),
  code('checker', 'nondeterministic_subject', 'the same decisions gave another run'),
  code('checker', 'stale_trace_schema', 'the trace was written by an older version', 'warning'),
  code('checker', 'replay_drift', 'a replay decided something else'),
  code('checker', 'replay_unused_decisions', 'a replay ended before the recording did'),
  code('checker', 'replay_event_drift', 'a replay produced another event'),
  code('checker', 'replay_outcome_drift', 'a replay ended otherwise'),
  code('checker', 'replay_memory_drift', 'a replay used memory otherwise'),
  code('checker', 'replay_warning_drift', 'a replay gave other warnings'),
  code('checker', 'replay_source_changed', 'a source file changed since the recording', 'warning'),
  code('checker', 'interpolation_missing', 'a reference names no key', 'misuse'),
  code('checker', 'not_an_integer', 'a text is no integer', 'misuse'),
  code('checker', 'advance_requires_det', 'advance works only in deterministic mode', 'misuse'),
  code('checker', 'clock_frozen', 'the clock is frozen', 'misuse'),
  code('checker', 'clock_backwards', 'the clock cannot go back', 'misuse'),
  code('checker', 'http_header_invalid', 'a header is illegal after interpolation', 'misuse'),
  code('checker', 'http_host_url', 'the URL is not http or https', 'misuse'),
  code('checker', 'http_when_host_path', 'a rule path is neither a URL nor starts with /', 'misuse'),
  code('hang', 'timeout', 'the time budget was used up'),
  code('hang', 'hang', 'user code or an endless scenario did not come back'),
  code('hang', 'until', 'the replay was stopped at the given time'),
  code('panic', 'panic', 'the scenario crashed on purpose'),
  code('panic', 'node_crashed', 'a node threw an error'),
  code('invariant', 'kv_all_equal', 'nodes hold different values'),
  code('invariant', 'kv_present_on_all', 'a node lacks a key'),
  code('invariant', 'kv_node_equals', 'a node holds another value'),
  code('invariant', 'module_invariant', 'an invariant of the module threw'),
  code('invariant', 'always_violated', 'something that must always hold did not hold after a transition'),
  code('invariant', 'finally_violated', 'something that must hold at the end did not'),
  code('invariant', 'eventually_violated', 'something that must become true after the last fault did not in time'),
  code('invariant', 'check_threw', 'a check or condition of a simulation threw'),
  code('checker', 'history_violated', 'no legal order explains what the clients of a simulation saw'),
  code('checker', 'history_undecided', 'the search for a legal order was given up before it was known whether there is one', 'warning'),
  code('assertion', 'client_failed', 'a client of a simulation threw'),
  code('hang', 'client_pending', 'a client of a simulation or distributed scenario waits for something that will never come'),
  code('hang', 'livelock', 'after the last fault a simulation goes round in circles, and what must become true is not in it'),
  code('target_behavior', 'nonzero_exit', 'a process of a simulation ended with an exit code other than 0'),
  code('hang', 'event_loop_blocked', 'a transition of a simulation did not come back'),
  code('target_behavior', 'double_callback', 'a callback was called a second time'),
  code('target_behavior', 'write_after_end', 'something was written to a stream or response that had ended'),
  code('target_behavior', 'use_after_close', 'a closed file, socket, stream or server was used'),
  code('target_behavior', 'port_conflict', 'two servers wanted the same port'),
  code('target_behavior', 'leaked_handle', 'a process that was asked to end could not, because it still held something'),
  code('target_behavior', 'leaked_lock', 'a process ended in an orderly way and left a lock file behind'),
  code('target_behavior', 'response_never_sent', 'a request got no answer, and nothing is left that could give one'),
  code('target_behavior', 'leaked_listener', 'listeners pile up on an emitter'),
  code('target_behavior', 'unhandled_rejection', 'nobody handled a rejected promise'),
  code('target_behavior', 'uncaught_error', 'a function threw'),
  code('target_behavior', 'memory_growth', 'a run used more and more memory'),
  code('target_behavior', 'property_violated', 'a property does not hold'),
  code('target_behavior', 'stack_overflow', 'a function called itself until the stack was full'),
  code('target_behavior', 'out_of_memory', 'a function used more memory than it may'),
  code('target_behavior', 'process_exit', 'a function wanted to end the process'),
  code('target_behavior', 'process_killed', 'a function sent a deadly signal to its own process, or brought one upon it'),
  code('target_behavior', 'native_crash', 'a function made native code crash, which ended its process'),
  code('target_behavior', 'worker_died', 'a function ended the thread it ran in'),
  code('target_behavior', 'prototype_pollution', 'an input changed what all objects of the program share'),
  code('target_behavior', 'global_leak', 'a call left a global variable behind'),
  code('target_behavior', 'nondeterministic_result', 'the same input gave another result'),
  code('target_behavior', 'super_linear_time', 'the time a function takes grows much faster than its input'),
  code('target_behavior', 'differential_mismatch', 'two functions that must agree gave different results'),
  code('target_behavior', 'split_law_violated', 'the result depends on how the input is cut into pieces'),
  code('target_behavior', 'round_trip_violated', 'a result is another one after it went there and back'),
  code('target_behavior', 'not_idempotent', 'a function changes its own result when it is applied again'),
  code('input_invalid', 'input_too_large', 'a fuzz input is too long'),
  code('input_invalid', 'input_undecodable', 'a fuzz input cannot be decoded'),
];

const misuse = new Set(findingCodes.filter((entry) => entry.misuse).map((entry) => entry.code));
const warnings = new Set(findingCodes.filter((entry) => entry.warning).map((entry) => entry.code));

export function isMisuse(title: string): boolean {
  return misuse.has(title);
}

export function isWarning(title: string): boolean {
  return warnings.has(title);
}
