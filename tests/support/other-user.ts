import { spawnSync } from 'node:child_process';
import { ROOT } from './root.ts';

/** A user who owns nothing. */
export const NOBODY = 65_534;

/** Whether the app can be started as `NOBODY`: by root, from a clone that every user may enter. */
export const canBeNobody =
  process.getuid?.() === 0 && spawnSync('ls', [ROOT], { uid: NOBODY, gid: NOBODY, cwd: '/' }).status === 0;
export const whyNot = canBeNobody ? '' : ' (skipped: it needs root, and a clone that every user may enter)';
