import { z } from 'zod';
import { type FieldWords, printable } from '#contract/words/fields.ts';
import { dialledNumber } from '#contract/words/firm.ts';
import { differingWords, itemSchema, readWords, type WordPage } from '#contract/words/stored-words.ts';
import { firmForm } from '#site/content/words-form.ts';
import type { WordsRow } from '#site/gateway/site-words.ts';
import { newId } from '#site/gateway/writes.ts';
import type { FieldErrors } from '../form-session/form-state.ts';

/**
 * What is typed in a field: texts as they are typed, also for numbers and telephones, so that a value may be incomplete
 * for a while.
 */
export type Draft = string | boolean | readonly Draft[] | { readonly [name: string]: Draft };

/** The values of the form: of each field the JSON of its draft, because the form compares and merges values as texts. */
export type WordValues = Record<string, string>;

/** A page of words, by the name of its row. */
export type NamedPage = WordPage & { name: string };
type Stored = Pick<WordsRow, 'words'>;

/** The words in force with this row. */
export const wordsIn = ({ schema, builtIn }: WordPage, { words }: Stored): Record<string, unknown> =>
  readWords(schema, builtIn, words).words;

/** How many fields of a page are not as built in. */
export const countChanged = (page: WordPage, row: Stored): number =>
  Object.keys(differingWords(page.builtIn, wordsIn(page, row))).length;

export type Schema = z.core.$ZodType;

/** What is typed in a field of text. */
export const textOf = (draft: unknown): string => (typeof draft === 'string' ? draft : '');

/** What an item of a list is called: a text itself, or the field that names it. */
export function nameOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return textOf(item).trim();
  const fields = item as Record<string, unknown>;
  const names = ['name', 'label', 'title', 'question', 'heading'].map((field) => textOf(fields[field]).trim());
  return names.find(Boolean) ?? '';
}

/** The label and what else the form needs to show a field. */
export function wordsOf(schema: Schema): FieldWords {
  return { label: '', ...(z.globalRegistry.get(present(schema)) as FieldWords | undefined) };
}

/** The schema of a value that may be missing, without that. */
export const present = (schema: Schema): Schema => (schema instanceof z.ZodNullable ? schema.def.innerType : schema);

export const isPhone = (schema: Schema): boolean => wordsOf(schema).input === 'phone';

export type Drafts = Readonly<Record<string, Draft>>;

export type WordFieldProps = {
  /** The path of the field, such as `people.2.email`. */
  path: string;
  schema: Schema;
  draft: Draft;
  /** By path. */
  errors: Readonly<Partial<Record<string, string>>>;
  onChange: (draft: Draft) => void;
};

/** The prefix of the ids of all fields. */
export const WORDS_ID = 'words';
export const idOf = (path: string): string => `${WORDS_ID}-${path}`;

/** How a value is typed. */
export function toDraft(schema: Schema, value: unknown): Draft {
  if (isPhone(schema)) return (value as { display: string } | null)?.display ?? '';
  const item = itemSchema(schema);
  if (item) return (value as unknown[]).map((one) => toDraft(item, one));
  if (schema instanceof z.ZodObject) {
    return mapShape(schema, (field, name) => toDraft(field, (value as Record<string, unknown>)[name]));
  }
  return typeof value === 'boolean' ? value : String(value);
}

/** Signs of copied numbers for which keyboards have others. */
const typeable = (text: string): string => text.replaceAll(/\s/g, ' ').replaceAll(/[\u2010-\u2015\u2212]/g, '-');

/** The value that is typed or pasted, which may not fit. */
export function fromDraft(schema: Schema, draft: Draft): unknown {
  const text = printable(textOf(draft)).trim();
  if (isPhone(schema)) {
    const display = typeable(text);
    if (display === '' && schema instanceof z.ZodNullable) return null;
    return { display, e164: dialledNumber(display) };
  }
  const item = itemSchema(schema);
  if (item) return (draft as readonly Draft[]).map((one) => fromDraft(item, one));
  if (schema instanceof z.ZodObject) {
    return mapShape(schema, (field, name) => fromDraft(field, (draft as Record<string, Draft>)[name] ?? ''));
  }
  if (schema instanceof z.ZodNumber) return text === '' ? undefined : Number(typeable(text));
  return typeof draft === 'string' ? text : draft;
}

/** An empty item of a list. A hidden field is an id, which is made once. */
export function emptyDraft(schema: Schema): Draft {
  if (isPhone(schema)) return '';
  if (schema instanceof z.ZodObject) return mapShape(schema, emptyDraft);
  if (itemSchema(schema)) return [];
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodEnum) return String(schema.options[0]);
  return wordsOf(schema).input === 'hidden' ? `p-${newId().slice(0, 8)}` : '';
}

export function mapShape<Result>(
  schema: z.ZodObject,
  valueOf: (field: Schema, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, valueOf(field, name)]));
}

export function toValues(schema: z.ZodObject, words: object): WordValues {
  const draft = toDraft(schema, words) as Record<string, Draft>;
  return Object.fromEntries(Object.entries(draft).map(([name, one]) => [name, JSON.stringify(one)]));
}

/** The words that are typed; they may not fit. */
export function typedWords(schema: z.ZodObject, values: WordValues): unknown {
  return fromDraft(
    schema,
    Object.fromEntries(Object.entries(values).map(([name, text]) => [name, JSON.parse(text) as Draft])),
  );
}

/** The words that are typed. Throws where they do not fit. */
export const toWords = <Page extends z.ZodObject>(schema: Page, values: WordValues): z.infer<Page> =>
  schema.parse(typedWords(schema, values));

/** What does not fit, by the path of its field, such as `people.2.email`. */
export function checkValues(page: z.ZodObject, values: WordValues): FieldErrors<WordValues> {
  const typed = typedWords(page, values);
  const { error } = page.safeParse(typed);
  const errors: Record<string, string> = {};
  for (const issue of error?.issues ?? []) {
    const { path, label, schema } = locate(page, issue.path, typed);
    const isMissing = draftAt(values, path) === '';
    errors[path] ??= `${label}: ${isMissing ? firmForm.errors.missing : sentenceOf(issue, schema)}`;
  }
  return errors;
}

type Located = { path: string; label: string; schema: Schema };

/** The field of the form at a path, and its name for people: a telephone is one field. Items are named as in `words`. */
export function locate(page: Schema, steps: readonly PropertyKey[], words?: unknown): Located {
  let schema = page;
  let value = words;
  const path: string[] = [];
  const labels: string[] = [];
  for (const step of steps) {
    if (isPhone(schema)) break;
    const item = itemSchema(schema);
    const next = item ?? (present(schema) as z.ZodObject).shape[String(step)];
    if (!next) break;
    value = (value as Record<PropertyKey, unknown> | undefined)?.[step];
    const name = item instanceof z.ZodObject && nameOf(value);
    if (item) labels.splice(-1, 1, name || `${capitalised(wordsOf(schema).item ?? '')} ${Number(step) + 1}`);
    else labels.push(wordsOf(next).label);
    schema = next;
    path.push(String(step));
  }
  return { path: path.join('.'), label: labels.filter(Boolean).join(', '), schema };
}

/** What is typed at the path, without spaces around it. */
function draftAt(values: WordValues, path: string): unknown {
  const [name = '', ...steps] = path.split('.');
  const draft: unknown = JSON.parse(values[name] ?? 'null');
  const found = steps.reduce((one, step) => (one as Record<string, unknown>)[step], draft);
  return typeof found === 'string' ? found.trim() : found;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function sentenceOf(issue: z.core.$ZodIssue, schema: Schema): string {
  const words = firmForm.errors;
  const isList = itemSchema(schema) !== null;
  if (isList) return issue.code === 'too_big' ? words.tooMany(Number(issue.maximum)) : words.tooFew;
  if (issue.code === 'too_big' && issue.origin === 'string') return words.tooLong(Number(issue.maximum));
  return wordsOf(schema).error ?? words.other;
}

/** The fewest and most items of a list. */
export function boundsOf(schema: Schema): { least: number; most: number } {
  if (schema instanceof z.ZodTuple) return { least: schema.def.items.length, most: Infinity };
  const bounds = { least: 0, most: Infinity };
  // oxlint-disable-next-line no-underscore-dangle -- zod has what its checks say nowhere else
  const checks = (schema._zod.def.checks ?? []).map(({ _zod }) => _zod.def);
  for (const check of checks) {
    const { minimum, maximum } = check as { minimum?: number; maximum?: number };
    if (minimum !== undefined) bounds.least = minimum;
    if (maximum !== undefined) bounds.most = maximum;
  }
  return bounds;
}

/** The most characters of a text, where it has a limit. */
export function lengthOf(schema: Schema): number | undefined {
  return schema instanceof z.ZodString ? (schema.maxLength ?? undefined) : undefined;
}
