import { differences } from '#site/content/differences.ts';
import { editor } from '#site/content/editor.ts';
import { compareVersions, type FieldDifference } from './compare.ts';
import type { Readable } from './difference.tsx';

/** A list compares many versions at once. */
const TIMEOUT_MS = 200;

/** What a version changed, such as "Title; text: 12 words added, 3 removed; category: Tax". */
export function summarize(version: Readable, previous: Readable | null): string {
  const words = differences.summary;
  if (!previous) return words.first;
  const changes = compareVersions(previous, version, TIMEOUT_MS).map((change) => describe(change, version));
  const text = changes.join('; ') || words.none;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function describe(change: FieldDifference, version: Readable): string {
  const words = differences.summary;
  const name = editor.difference.names[change.name].toLowerCase();
  if (change.name === 'content') return `${name}: ${describeText(change)}`;
  if (change.name === 'status' || change.name === 'category' || change.name === 'published_at')
    return `${name}: ${version[change.name] || words.emptied}`;
  return version[change.name] ? name : `${name}: ${words.emptied}`;
}

function describeText({ added, removed, parts, notes }: FieldDifference): string {
  const words = differences.summary;
  const counted = words.words(added, removed);
  const formatted = notes[0] === differences.layoutOnly ? words.layout : words.formatting;
  // Without a changed word there is a changed formatting, or changed punctuation or pictures.
  return [counted, notes.length > 0 || (!counted && parts.length > 0) ? formatted : ''].filter(Boolean).join(', ');
}
