import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChildOptions, runToEnd } from '../child.ts';
import { createClosing } from '../closing.ts';
import { holdsPackages } from './lock-file.ts';

/** A checked-out and built version of the product. */
export type Tree = { name: 'present' | 'earlier'; root: string; commit: string };

type Deps = Pick<ChildOptions, 'closing'>;

/** The files in which this program lies. They are built by scripts/run.mjs. */
export const ROOT = join(import.meta.dirname, '../..');

/**
 * The version in which this program lies. Its commit ends in `+` when tracked files have changed since. Throws an Error
 * when packages or build are not up to date: the command that starts the product would install them meanwhile.
 */
export async function presentTree(deps: Deps): Promise<Tree> {
  const isReady =
    "const { hashOf, isStamped } = await import('./scripts/set-up/stamps.mjs'); process.exit(isStamped('node_modules/.installed', hashOf(['package.json', 'package-lock.json'])) ? 0 : 1);";
  await runScript(isReady, ROOT, deps).catch(() => {
    throw new Error('The packages are not up to date. Use `npm run bench`.');
  });
  await runScript(PREPARE, ROOT, deps);
  const commit = (await git(['rev-parse', '--short', 'HEAD'], deps)).trim();
  const changes = await git(['status', '--porcelain', '--untracked-files=no', '--', 'src', 'package-lock.json'], deps);
  return { name: 'present', root: ROOT, commit: changes.trim() === '' ? commit : `${commit}+` };
}

/** Installs the packages unless they are up to date, then builds unless the build is. */
const PREPARE =
  "await (await import('./scripts/set-up/modules.mjs')).prepareModules(); await (await import('./scripts/set-up/build.mjs')).prepareBuild();";

/** Checks out and builds a commit in a new folder `root`. Remove it by `git worktree remove`, as `closing` does. */
export async function checkOut(commit: string, root: string, deps: Deps): Promise<Tree> {
  await git(['worktree', 'add', '--detach', root, commit], deps);
  // A closing of its own: everything in `deps.closing` is being stopped then.
  const removing = { closing: createClosing() };
  deps.closing.add(async () => void (await git(['worktree', 'remove', '--force', root], removing)));
  await linkPackages(root, deps);
  await runScript(PREPARE, root, deps);
  return { name: 'earlier', root, commit: (await git(['-C', root, 'rev-parse', '--short', 'HEAD'], deps)).trim() };
}

/** Packages that are installed here in the same versions are linked, which takes seconds. */
async function linkPackages(root: string, deps: Deps): Promise<void> {
  const lockFile = async (folder: string) => JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  if (!holdsPackages(await lockFile(ROOT), await lockFile(root))) return;
  const target = join(root, 'node_modules');
  const from = join(ROOT, 'node_modules');
  await runToEnd('cp', ['-al', from, target], deps).catch(() => cp(from, target, { recursive: true }));
  // A linked file would be written in both trees.
  await runToEnd('rm', ['-rf', join(target, '.installed'), join(target, '.vite'), join(target, '.cache')], deps);
  const stamp =
    "const { hashOf, writeStamp } = await import('./scripts/set-up/stamps.mjs'); writeStamp('node_modules/.installed', hashOf(['package.json', 'package-lock.json']));";
  await runScript(stamp, root, deps);
}

/** Runs a script of a version, which may be another than that of this program, in a process of its own. */
function runScript(script: string, root: string, deps: Deps): Promise<string> {
  return runToEnd('node', ['--input-type=module', '-e', script], { cwd: root, ...deps });
}

function git(args: readonly string[], deps: Deps): Promise<string> {
  return runToEnd('git', args, { cwd: ROOT, ...deps });
}
