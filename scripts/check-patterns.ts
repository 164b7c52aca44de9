import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { isSafe } from 'redos-detector';
import { matchingFiles } from './set-up/tracked-files.mjs';

export type PatternViolation = { file: string; line: number; reason: string };
export type PatternReport = { patterns: number; violations: PatternViolation[] };

/** The code of the product. Tests and scripts get trusted input only. */
const SOURCES = ['{src,packages/*/src}/**/*.{ts,tsx}'];
const TESTS = /\.test\.tsx?$/;
/** Exempts the next line. The text after the dashes says why the input is short or trusted. */
const EXEMPTION = /^\s*\/\/ redos-disable-next-line -- \S/;
/** Exempts a whole file, as its first line. */
const FILE_EXEMPTION = /^\/\/ redos-disable -- \S/;

/**
 * Finds regular expressions under `root` whose running time is not linear in the length of the input, and those created
 * at run time, which cannot be checked. Throws when a file cannot be parsed.
 */
export function checkPatterns(root: string): PatternReport {
  const report: PatternReport = { patterns: 0, violations: [] };
  for (const file of matchingFiles(root, SOURCES)) {
    if (TESTS.test(file)) continue;
    const { patterns, violations } = judgePatterns(file, readFileSync(join(root, file), 'utf8'));
    report.patterns += patterns;
    report.violations.push(...violations);
  }
  report.violations.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  return report;
}

/** The same for one file. */
export function judgePatterns(file: string, source: string): PatternReport {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const lines = source.split('\n');
  const report: PatternReport = { patterns: 0, violations: [] };
  const judge = (offset: number, error: () => string | null): void => {
    report.patterns += 1;
    const line = source.slice(0, offset).split('\n').length;
    if (FILE_EXEMPTION.test(source) || EXEMPTION.test(lines[line - 2] ?? '')) return;
    const reason = error();
    if (reason) report.violations.push({ file, line, reason });
  };
  new Visitor({
    Literal: (node) => {
      if ('regex' in node && node.regex) {
        const { pattern, flags } = node.regex;
        judge(node.start, () => slowness(new RegExp(pattern, flags)));
      }
    },
    NewExpression: ({ callee, start }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') judge(start, () => MADE_AT_RUN_TIME);
    },
    CallExpression: ({ callee, start }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') judge(start, () => MADE_AT_RUN_TIME);
    },
  }).visit(program);
  return report;
}

const MADE_AT_RUN_TIME = 'A regular expression made at run time cannot be judged.';

/**
 * A sticky expression is tried at one position, so it is checked with a leading ^. The detector does not support the
 * flags u and i together; without i it misses only overlaps by letter case.
 */
function slowness(pattern: RegExp): string | null {
  const flags = pattern.flags.replace('y', '').replace(pattern.unicode ? 'i' : '', '');
  const judged = new RegExp(pattern.sticky ? `^(?:${pattern.source})` : pattern.source, flags);
  const { safe, error } = isSafe(judged, { timeout: 10_000 });
  if (safe) return null;
  // Errors other than hitMaxScore mean that the search was aborted.
  if (error && error !== 'hitMaxScore') return `${String(pattern)} could not be judged (${error}). Simplify it.`;
  return `${String(pattern)} is not linear in the length of its input.`;
}

async function main([root = join(import.meta.dirname, '..')]: string[]): Promise<void> {
  const { patterns, violations } = checkPatterns(root);
  for (const { file, line, reason } of violations) console.error(`${file}:${line} ${reason}`);
  console.log(`Regular expressions: ${patterns}, ${violations.length} violations.`);
  // A check that read nothing must not pass.
  if (violations.length > 0 || patterns === 0) process.exitCode = 1;
}

if (import.meta.main) await main(process.argv.slice(2));
