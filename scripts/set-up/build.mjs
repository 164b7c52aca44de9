import { oneAtATime } from './one-at-a-time.mjs';
import { NODE, runToEnd, withLocalPrograms } from './programs.mjs';
import { hashOf, isStamped, writeStamp } from './stamps.mjs';

const STAMP = 'build/.built';
const SOURCES = [
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/vite',
  'src/site',
  'src/contract',
  'public',
];

export const isBuilt = () => isStamped(STAMP, hashOf(SOURCES));

/** Builds the site unless the build is up to date. */
export async function prepareBuild() {
  if (isBuilt()) return;
  await oneAtATime(async () => {
    const stamp = hashOf(SOURCES);
    if (isStamped(STAMP, stamp)) return;
    console.error('Building the site …');
    await runToEnd(NODE, ['node_modules/@react-router/dev/bin.cjs', 'build'], {
      env: { ...withLocalPrograms(process.env), NODE_ENV: 'production' },
    });
    writeStamp(STAMP, stamp);
  });
}
