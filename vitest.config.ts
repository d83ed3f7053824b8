import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Long tests try more; see tests/support/budget.ts. */
const factor = Number(process.env['FOZZY_TEST_FACTOR'] ?? '1');

/**
 * Two projects. Unit tests touch nothing global, so they share threads and module instances, which is several times faster. The tests of
 * the whole house start processes, change directories and replace globals, so each file has a process to itself.
 */
export default defineConfig({
  test: {
    // One more than there are cores: tests of the whole house often wait, for processes they start and for hangs they provoke.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
          // Never reached by a healthy test; far enough away that a busy machine cannot make one fail.
          testTimeout: 30_000 * factor,
        },
      },
      {
        test: {
          name: 'house',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/bare/**', 'tests/packaging/**'],
          pool: 'forks',
          // The same: these start programs, which takes several times as long when other work shares the machine.
          testTimeout: 180_000 * factor,
          hookTimeout: 180_000,
        },
      },
    ],
    coverage: { provider: 'v8', include: ['src/**'], exclude: ['src/**/*.test.ts'], reporter: ['text-summary', 'lcov'] },
  },
});
