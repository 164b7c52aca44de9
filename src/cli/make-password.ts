import { randomInt } from 'node:crypto';

/** No letters that are mistaken for one another when read aloud or typed from a screen. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A password of some 99 bits, in groups that can be read out. */
export function makePassword(): string {
  const letter = () => ALPHABET[randomInt(ALPHABET.length)] ?? '';
  return Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, letter).join('')).join('-');
}
