/** Every limit that more than one room must agree on, each with the reason for its size. */

/** Events are read by people and compared as a whole; decisions keep the full text, so nothing is lost. */
export const EVENT_TEXT_BYTES_MAX = 16_384;

/** Per stdout, stderr, HTTP body and file of a host call: larger than any sane test fixture, small enough to keep many in memory. */
export const HOST_BYTES_MAX = 8 * 1024 * 1024;

/** What a finding shows of an output that struck a limit: about a screenful. */
export const EXCERPT_BYTES_MAX = 2048;

/** Expected and actual values in messages: both must fit on a few terminal lines. */
export const MESSAGE_VALUE_CHARS_MAX = 200;

/** A JSON comparison with more differences than this compares the wrong documents. */
export const JSON_DIFFERENCES_MAX = 64;

/** The parser recurses once per level; 256 levels fit every stack, and nobody writes deeper documents by hand. */
export const JSON_DEPTH_MAX = 256;

/** Reading digits into a bigint costs more than linear time; 1000 digits are far beyond every number Fozzy can use. */
export const JSON_INTEGER_DIGITS_MAX = 1000;

/** A scenario is written by people or generators; a larger file is a mistake, and it is held in memory with all positions. */
export const SCENARIO_BYTES_MAX = 64 * 1024 * 1024;

/** A trace is parsed from one string, and V8 strings end at 2^29 - 24 characters; UTF-8 never has fewer bytes than characters. */
export const TRACE_BYTES_MAX = 2 ** 29 - 24;

/** Nested `repeat` multiplies quickly; ten million steps take seconds, whereas their product may take years. */
export const STEPS_EXECUTED_MAX = 10_000_000;

/** Times are whole milliseconds in a double; a clock beyond this would no longer be exact, so it stops here. */
export const CLOCK_MS_MAX = Number.MAX_SAFE_INTEGER;
