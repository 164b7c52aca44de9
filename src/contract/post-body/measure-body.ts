import { textOf } from '../excerpt.ts';

const WORDS_A_MINUTE = 220;

/**
 * Counts the words of a body and the whole minutes to read it, at least one, as `reading_minutes_of` in the database.
 */
export function measureBody(content: string): { words: number; minutes: number } {
  const text = textOf(content);
  const words = text ? text.split(' ').length : 0;
  return { words, minutes: Math.max(1, Math.round(words / WORDS_A_MINUTE)) };
}
