// The commands of package.json. Plain JavaScript for the system's Node (20.19 or later), because a fresh clone has
// nothing installed. Prepares what the command needs, then runs it with the Node of the lock file.
import { spawn } from 'node:child_process';
import { isatty } from 'node:tty';
import { prepareBrowser, prepareFirefox, prepareFullBrowser } from './set-up/browser.mjs';
import { isBuilt, prepareBuild } from './set-up/build.mjs';
import { prepareModules } from './set-up/modules.mjs';
import { findNpm, isGone, isUnderNohup } from './set-up/npm-process.mjs';
import { accountFor, withSettings } from './set-up/settings.mjs';
import { SMALL_HEAP } from './set-up/small-heap.mjs';
import { trackedFiles } from './set-up/tracked-files.mjs';
import { NODE, NODE_CACHE, ROOT, requirePlainPath, requireSystemNode, withLocalPrograms } from './set-up/programs.mjs';

const TYPESCRIPT = ['--disable-warning=ExperimentalWarning'];

/** The tests of faults, and those of attacks that make others wait. */
const FAULT_TESTS = [
  'tests/faults',
  'tests/attacks/bcrypt-flood',
  'tests/attacks/anonymous-starvation',
  'tests/attacks/twenty-addresses',
];

/** The site says every five seconds that it does not hang (src/server/processes/worker-messages.ts). */
const COUNT_SILENCE_EVERY_MS = 5000;
const SILENT_FOR = 6;

/** The next start waits until this one has noticed that its npm is gone. */
const WATCH_EVERY_MS = 100;

/** A command on the data of the site, with the settings of the service. */
const operatorCommand = (name, needs = []) => ({
  needs,
  run: [[NODE, ...TYPESCRIPT, ...SMALL_HEAP, `src/cli/${name}.ts`]],
  passesArguments: true,
  isCommand: true,
});

/** A program for development. */
const developmentCommand = (program, ...args) => ({
  isForDevelopment: true,
  run: [[NODE, ...TYPESCRIPT, program, ...args]],
  passesArguments: true,
});

/** Tests, with the arguments of vitest. */
const tests = (browsers, ...args) => ({
  isForDevelopment: true,
  needs: [prepareBuild, ...browsers],
  run: [[NODE, 'node_modules/vitest/vitest.mjs', 'run', ...args]],
  passesArguments: true,
});

/** The tracked files whose names match; none, so all, where there is no repository. */
function tracked(pattern = /./) {
  return verb === 'check' ? (trackedFiles(ROOT) ?? []).filter((file) => pattern.test(file)) : [];
}

/** The projects of vitest.config.ts that take minutes, unless the arguments name files or projects. */
function quickTests(named) {
  const isNarrowed = named.some(
    (argument) => argument.startsWith('--project') || /^[\w./-]*\/[\w./-]+$/.test(argument),
  );
  return isNarrowed ? [] : ['unit', 'integration', 'journeys'].map((project) => `--project=${project}`);
}

const [verb = '', ...args] = process.argv.slice(2);

/** What each command needs to be prepared, and the programs that it runs; `isForDevelopment` with packages that the site needs not. */
const VERBS = {
  start: {
    run: [[NODE, ...TYPESCRIPT, ...SMALL_HEAP, 'src/server/main.ts']],
    // Without it React renders with its development build, in more time and memory.
    env: { NODE_ENV: 'production' },
    isService: true,
  },
  dev: { run: [[NODE, ...TYPESCRIPT, '--conditions=development', 'src/server/dev.ts']] },
  admin: operatorCommand('admin'),
  // A verification opens the pages of the site.
  backup: operatorCommand('backup', [prepareBuild]),
  restore: operatorCommand('restore'),
  mail: operatorCommand('mail'),
  doctor: operatorCommand('doctor'),
  move: operatorCommand('move'),
  people: operatorCommand('people'),
  // Installs and builds, so that the code may be read-only when it is started.
  build: { needs: [prepareBuild], run: [] },
  audit: developmentCommand('scripts/audit.ts'),
  licences: developmentCommand('scripts/check-supply-chain.ts', '--list'),
  sbom: developmentCommand('scripts/sbom.ts'),
  export: operatorCommand('export'),
  import: operatorCommand('import'),
  test: tests([prepareBrowser], ...quickTests(args)),
  'test:all': tests([prepareBrowser, prepareFirefox]),
  'test:fuzz': { ...tests([], 'tests/fuzz'), env: { FUZZ_REQUESTS: '20000' } },
  'test:faults': { ...tests([], '--project', 'slow', ...FAULT_TESTS), env: { FAULTS: 'full' } },
  bench: { ...developmentCommand('bench/main.ts'), needs: [prepareBuild, prepareFullBrowser] },
  check: {
    isForDevelopment: true,
    run: [
      [NODE, 'node_modules/oxfmt/bin/oxfmt', '--check', ...tracked()],
      [NODE, 'node_modules/oxlint/bin/oxlint', '--type-aware', ...tracked(/\.(ts|tsx|mts|mjs)$/)],
      [NODE, 'scripts/check-imports.ts'],
      [NODE, 'scripts/check-patterns.ts'],
      [NODE, 'scripts/check-supply-chain.ts'],
      [NODE, 'node_modules/@react-router/dev/bin.cjs', 'typegen'],
      [NODE, 'node_modules/tsc/bin/tsc', '--noEmit'],
      [NODE, 'node_modules/knip/bin/knip.js'],
      [NODE, ...TYPESCRIPT, 'scripts/generate-types.ts', '--check'],
      [NODE, 'scripts/count-lines.ts'],
    ],
  },
  // Writes what is made from other files of the repository: `npm run write` lists the names.
  write: developmentCommand('scripts/write.ts'),
  imports: developmentCommand('scripts/check-imports.ts', '--table'),
};

/** Before the preparation: an npm that ends during it is not found afterwards. */
const npm = isUnderNohup() ? null : findNpm();
const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));

const plan = VERBS[verb];
if (!plan) {
  console.error(`Unknown verb "${verb}". There are: ${Object.keys(VERBS).join(', ')}.`);
  process.exit(2);
}

let environment = process.env;
/** The build of a site that starts meanwhile: a new one creates its database. */
let building = null;
try {
  const { isService = false, isCommand = false } = plan;
  requireSystemNode();
  requirePlainPath();
  if (isService || isCommand) environment = withSettings(environment, { isService });
  await prepareModules({ development: plan.isForDevelopment ?? false });
  for (const prepare of plan.needs ?? []) await prepare();
  if (isService && !isBuilt()) building = prepareBuild();
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
const failed = [];
for (const command of plan.run) {
  const code = await handOver(plan.passesArguments ? [...command, ...args] : command, plan);
  if (code !== 0) failed.push({ command, code });
}
if (failed.length > 1) console.error(`${failed.length} of ${plan.run.length} steps failed.`);
// A site that could not start leaves the build to the next one.
const isSiteBuilt = await building?.then(
  () => true,
  () => false,
);
process.exit(failed[0]?.code ?? (isSiteBuilt === false ? 1 : 0));

/**
 * Runs one program to its end. Signals are forwarded. The open IPC channel tells the program when this process is
 * killed, and the program is stopped when npm is killed, so that nothing keeps running. Without a terminal SIGHUP does
 * not stop the program (stop-on-signals.ts); npm ends then, and is no longer watched. A site that hangs is killed, so that
 * what supervises this process starts it again.
 */
function handOver([program, ...rest], { env = {}, isCommand = false }) {
  const child = spawn(program, building ? [...rest, '--build-follows'] : rest, {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: NODE_CACHE, ...env, ...withLocalPrograms(environment) },
    ...(isCommand && accountFor(environment)),
  });
  building?.then(
    () => child.send('built', () => {}),
    (error) => {
      console.error(`\n${error.message}`);
      child.kill('SIGTERM');
    },
  );
  const watch = setInterval(() => npm?.some(isGone) && child.kill('SIGTERM'), WATCH_EVERY_MS);
  let silentFor = 0;
  let silence;
  child.on('message', () => {
    silentFor = 0;
    // Intervals are counted, not the time: a machine that was suspended is no silence.
    silence ??= setInterval(() => {
      silentFor += 1;
      if (silentFor < SILENT_FOR) return;
      console.error(
        `The site is silent for ${(SILENT_FOR * COUNT_SILENCE_EVERY_MS) / 1000} seconds: it hangs and is ended.`,
      );
      child.kill('SIGKILL');
    }, COUNT_SILENCE_EVERY_MS);
  });
  const onSignal = {
    SIGINT: () => child.kill('SIGINT'),
    SIGTERM: () => child.kill('SIGTERM'),
    SIGHUP: () => (hasTerminal ? child.kill('SIGHUP') : clearInterval(watch)),
  };
  for (const [signal, react] of Object.entries(onSignal)) process.on(signal, react);
  return new Promise((resolve) => {
    const end = (code) => {
      clearInterval(watch);
      clearInterval(silence);
      for (const [signal, react] of Object.entries(onSignal)) process.off(signal, react);
      resolve(code);
    };
    child.once('error', (error) => {
      console.error(error.message);
      end(1);
    });
    child.once('exit', (code, signal) => end(code ?? (signal === 'SIGKILL' ? 137 : 1)));
  });
}
