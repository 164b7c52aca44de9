import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './programs.mjs';

/** A hash over the content of files and folders of the repository, by name and bytes. */
export function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const file of filesUnder(join(ROOT, path))) {
      hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  return hash.digest('hex');
}

function filesUnder(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesUnder(join(path, name)));
}

export function isStamped(file, stamp) {
  try {
    return readFileSync(join(ROOT, file), 'utf8') === stamp;
  } catch {
    return false;
  }
}

export function writeStamp(file, stamp) {
  mkdirSync(dirname(join(ROOT, file)), { recursive: true });
  writeFileSync(join(ROOT, file), stamp);
}
