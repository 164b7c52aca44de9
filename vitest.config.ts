import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG, SLOWNESS, VERY_LONG } from './packages/backend/tests/support/slowness.ts';

/** What takes long by its nature: other programs, several machines, broken ones, a second browser, much chance. */
const SLOW = [
  'tests/{faults,fuzz}/**/*.test.ts',
  'tests/server/{nginx,caddy,two-machines}.test.ts',
  'tests/attacks/{twenty-addresses,bcrypt-flood,anonymous-starvation}.test.ts',
  'tests/journeys/{firefox,random-editing,random-editing.scripts}.journey.ts',
];

/** The main path of each kind of user. The other journeys run with `npm run test:all`. */
const MAIN_JOURNEYS =
  'tests/journeys/{main-job,home,blog,post,public-pages,frame,enquiry,without-javascript,islands}.journey.ts';

/** Starting and stopping a site for each test, waiting for a real clock or a queue, and floods. */
const LONG_FILES = [
  'tests/server/{backup,move,export,import,start-and-stop,retention,doctor,workers,two-processes}.test.ts',
  'tests/server/{development,clock,env-file,secrets}.test.ts',
  'tests/attacks/{one-address,realtime-floods,render-flood,unread-answers,page-cache-poisoning}.test.ts',
  'tests/hosted/{move-to-supabase,outage}.test.ts',
];

/** Time for tests that walk through every screen, or start and stop whole sites. */
const MINUTES = { testTimeout: LONG.timeout, hookTimeout: VERY_LONG.timeout };
const MANY_MINUTES = { ...MINUTES, testTimeout: VERY_LONG.timeout };

/** The longest first; a worker ends when the next file is of another project, so each project's files follow each other. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification): number =>
      ['slow', 'more', 'journeys', 'integration', 'unit'].indexOf(project.name);
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method, which changes nothing
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** To create a file on a disk takes many times the processor time of one in memory. */
const ON_DISK = { env: { TMPDIR: tmpdir() } };

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/plain-summary.ts'],
    globalSetup: './tests/support/test-run-folder.ts',
    sequence: { sequencer: ByProject },
    // More than two cores can serve: many tests wait for processes, timers and a browser.
    maxWorkers: 4,
    testTimeout: 20_000 * SLOWNESS,
    hookTimeout: 60_000 * SLOWNESS,
    expect: { poll: { timeout: 15_000 * SLOWNESS } },
    // A worker runs many files, with one app for those that need none of their own (tests/support/shared-app.ts).
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['{src,packages/*/{src,tests},scripts,bench}/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/{server,hosted,wire,policies,attacks}/**/*.test.ts'],
          exclude: [...SLOW, ...LONG_FILES],
        },
      },
      { extends: true, test: { name: 'journeys', include: [MAIN_JOURNEYS], ...MINUTES } },
      {
        extends: true,
        test: {
          name: 'more',
          include: [...LONG_FILES, 'tests/{journeys,hosted}/**/*.journey.ts'],
          exclude: [...SLOW, MAIN_JOURNEYS],
          ...MINUTES,
        },
      },
      {
        extends: true,
        // A full run is on a disk (tests/support/test-run-folder.ts).
        test: { name: 'slow', include: SLOW, ...(process.env['FAULTS'] === 'full' && ON_DISK), ...MANY_MINUTES },
      },
    ],
  },
});
