import { makeReadableCode } from '#backend/auth/factors/recovery-codes.ts';

const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A password of about 99 bits, in groups that can be read aloud. */
export function makePassword(): string {
  return Array.from({ length: GROUPS }, () => makeReadableCode(GROUP_LENGTH)).join('-');
}
