import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { trackedFiles } from './set-up/tracked-files.mjs';

const ROOT = join(import.meta.dirname, '..');
const MAX_LINE = 140;
/** Files that a program writes or a test reads as data. */
const GENERATED = /^(package-lock\.json|src\/contract\/database\.types\.ts|src\/server\/share\/letters\.json)$/;

type Kind = 'TypeScript' | 'tests' | 'styles' | 'SQL' | 'prose';

/** The kind of a file; null for pictures, data and generated files. */
export function kindOf(file: string): Kind | null {
  if (GENERATED.test(file)) return null;
  if (file.endsWith('.md')) return 'prose';
  if (file.endsWith('.css')) return 'styles';
  if (file.endsWith('.sql')) return 'SQL';
  if (!/\.(ts|tsx|mts|mjs)$/.test(file)) return null;
  return /(^|\/)tests\/|\.test\.tsx?$/.test(file) ? 'tests' : 'TypeScript';
}

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');
const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word)).length;

/** Counts the lines of the tracked files under `root` by kind, the words of prose, and the long lines of Markdown. */
export function countLines(root: string) {
  const counts: Record<Kind, { files: number; lines: number; words: number }> = {
    TypeScript: { files: 0, lines: 0, words: 0 },
    tests: { files: 0, lines: 0, words: 0 },
    styles: { files: 0, lines: 0, words: 0 },
    SQL: { files: 0, lines: 0, words: 0 },
    prose: { files: 0, lines: 0, words: 0 },
  };
  const longLines: string[] = [];
  for (const file of trackedFiles(root) ?? []) {
    const kind = kindOf(file);
    if (!kind) continue;
    const text = readFileSync(join(root, file), 'utf8');
    const lines = linesOf(text);
    counts[kind].files += 1;
    counts[kind].lines += lines.length;
    if (kind !== 'prose') continue;
    counts.prose.words += wordsOf(text);
    for (const [index, line] of lines.entries()) if (line.length > MAX_LINE) longLines.push(`${file}:${index + 1}`);
  }
  return { counts, longLines };
}

if (import.meta.main) {
  const { counts, longLines } = countLines(ROOT);
  for (const [kind, { files, lines, words }] of Object.entries(counts)) {
    const more = words > 0 ? `, ${words.toLocaleString('en-US')} words` : '';
    console.log(`${kind}: ${lines.toLocaleString('en-US')} lines in ${files} files${more}`);
  }
  for (const place of longLines) console.error(`${place} is longer than ${MAX_LINE} characters`);
  console.log(`Markdown: ${longLines.length} long lines.`);
  if (longLines.length > 0) process.exitCode = 1;
}
