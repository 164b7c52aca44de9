import { z } from 'zod';
import { withoutInvisible } from '../forms/credentials.ts';

// The policy of pages allows no `eval`, with which zod would otherwise make its parsers faster.
if (typeof document !== 'undefined') z.config({ jitless: true });

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/** The text as a page shows it: on one line, without invisible characters. */
export const printable = (text: string): string => withoutInvisible(text).replaceAll(CONTROLS, ' ');
export const isPrintable = (text: string): boolean => printable(text) === text;

/** How the form shows a field. */
export type FieldWords = {
  label: string;
  hint?: string;
  /** Said of a value that does not fit, after the label. */
  error?: string;
  input?: 'paragraph' | 'phone' | 'picture' | 'date' | 'place' | 'hidden';
  /** A list: the name of one item. */
  item?: string;
  /** An enumeration: the words for its values. */
  choices?: Readonly<Record<string, string>>;
};

export const line = (max: number, words: FieldWords) =>
  z.string().trim().min(1).max(max).refine(isPrintable).meta(words);
export const paragraph = (max: number, words: FieldWords) => line(max, { input: 'paragraph', ...words });

export const hasDifferentIds = (items: readonly object[]): boolean =>
  new Set(items.map((item) => (item as { id?: unknown }).id)).size === items.length;

export const heading = (max = 80) => line(max, { label: 'Heading' });
export const intro = paragraph(250, { label: 'Sentence below the heading' });
export const paragraphs = (max: number, hint?: string) =>
  z
    .array(paragraph(700, { label: 'Paragraph' }))
    .min(1)
    .max(max)
    .meta({ label: 'Paragraphs', item: 'paragraph', ...(hint && { hint }) });

export const point = z.object({ title: line(70, { label: 'Title' }), text: paragraph(320, { label: 'Text' }) });
export const points = (least: number, most: number) =>
  z.array(point).min(least).max(most).meta({ label: 'Points', item: 'point' });
export const section = <Shape extends z.ZodRawShape>(label: string, shape: Shape) => z.object(shape).meta({ label });

/** Items of which each is there once; only their words and order change. */
export const oneOfEach = <Id extends string, Shape extends z.ZodRawShape>(
  ids: readonly [Id, ...Id[]],
  shape: Shape,
  words: { label: string; item: string; hint?: string },
) =>
  z
    .array(z.object({ id: z.enum(ids).meta({ label: 'Id', input: 'hidden' }), ...shape }))
    .min(ids.length)
    .max(ids.length)
    .refine(hasDifferentIds)
    .meta(words);

/** Above the button at the end of a page. */
export const closing = z
  .object({ heading: line(45, { label: 'Heading' }), lead: paragraph(200, { label: 'Sentence' }) })
  .meta({ label: 'Above the button at the end' });

/** What every page says to search engines. */
export const searchWords = {
  metaTitle: line(60, {
    label: 'Title for search engines',
    hint: 'The name of the firm follows it. Search engines cut it after about 60 characters in all.',
  }),
  metaDescription: paragraph(200, {
    label: 'Description for search engines',
    hint: 'They cut it after about 160 characters.',
  }),
};
