import { defineConfig } from 'vitest/config';

/** A test of processes or of a browser may fail by timing on a busy machine. The summary names what was repeated. */
const REPEATED = { retry: 1 };

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/plain-summary.ts'],
    globalSetup: './tests/support/test-run-folder.ts',
    // One more than two cores can serve: many tests wait for processes, timers and a browser.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,packages/*/{src,tests}}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // These files share no state worth a process of their own, which costs a third of their work.
          isolate: false,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/{server,hosted,wire,policies,faults,attacks,fuzz}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          ...REPEATED,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/{journeys,hosted}/**/*.journey.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          ...REPEATED,
        },
      },
    ],
  },
});
