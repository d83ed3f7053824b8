import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Two projects. Unit tests touch nothing global, so they share threads and module instances, which is several times faster. The tests of
 * the whole house start processes, change directories and replace globals, so each file has a process to itself.
 */
export default defineConfig({
  test: {
    // Vitest would leave one core free, which on two cores is half of the machine.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
          // Never reached by a healthy test; far enough away that a busy machine cannot make one fail.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'house',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/bare/**', 'tests/packaging/**'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
    coverage: { provider: 'v8', include: ['src/**'], exclude: ['src/**/*.test.ts'], reporter: ['text-summary', 'lcov'] },
  },
});
