// Node 20 reads this file for the commands of package.json and has neither `globSync` nor `matchesGlob`.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The paths of the files under `root` that git tracks and that are there; null where there is no repository. */
export function trackedFiles(root) {
  try {
    const list = (...args) =>
      execFileSync('git', ['ls-files', '-z', ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    const deleted = new Set(list('--deleted').split('\0'));
    return list()
      .split('\0')
      .filter((file) => file !== '' && !deleted.has(file));
  } catch {
    return null;
  }
}

/** The paths of the files under `root` that match one of the patterns: tracked ones in a repository, else all. */
export function matchingFiles(root, patterns) {
  const tracked = trackedFiles(root);
  if (!tracked) return fs.globSync(patterns, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  return tracked.filter((file) => patterns.some((pattern) => path.matchesGlob(file, pattern)));
}
