/** Where the function to fuzz lies in a fresh project. */
export const FUZZ_PATH = 'tests/fuzz/parse.ts';
