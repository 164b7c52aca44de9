/**
 * `npm run write -- NAME…`: writes files that are made from other files of the repository, and formats them. The output
 * is committed.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FORMATTER = 'node_modules/oxfmt/bin/oxfmt';

/** What each name runs, and the file that the formatter reads afterwards. */
const WRITERS: Readonly<Record<string, { program: string; output?: string }>> = {
  types: { program: 'scripts/generate-types.ts' },
  limits: { program: 'scripts/write-limits.ts', output: 'docs/security.md' },
  conformance: { program: 'tests/wire/conformance/conformance-table.ts', output: 'docs/protocol.md' },
  seed: { program: 'scripts/make-seed.ts' },
  art: { program: 'scripts/make-art.ts' },
  fonts: { program: 'scripts/make-fonts.ts' },
  letters: { program: 'scripts/make-letters.ts' },
  routes: { program: 'scripts/make-routes.ts' },
  format: { program: FORMATTER },
};

const names = process.argv.slice(2);
const writers = names.map((name) => WRITERS[name]);
if (names.length === 0 || writers.includes(undefined)) {
  console.error(`npm run write -- NAME…, with the names ${Object.keys(WRITERS).join(', ')}.`);
  process.exit(2);
}
for (const writer of writers) {
  if (!writer) continue;
  run([writer.program]);
  if (writer.output) run([FORMATTER, writer.output]);
}

function run(args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
