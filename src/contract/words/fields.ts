import { z } from 'zod';

// The policy of pages allows no `eval`, with which zod would otherwise make its parsers faster.
if (typeof document !== 'undefined') z.config({ jitless: true });

/** Controls, and marks that change the direction of the text around them. */
const UNPRINTABLE = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;
export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text);

/** How the form shows a field. */
export type FieldWords = {
  label: string;
  hint?: string;
  /** Said of a value that does not fit, after the label. */
  error?: string;
  input?: 'paragraph' | 'phone' | 'picture' | 'date' | 'hidden';
  /** A list: the name of one item. */
  item?: string;
  /** An enumeration: the words for its values. */
  choices?: Readonly<Record<string, string>>;
};

export const line = (max: number, words: FieldWords) =>
  z.string().trim().min(1).max(max).refine(isPrintable).meta(words);
export const paragraph = (max: number, words: FieldWords) => line(max, { input: 'paragraph', ...words });
