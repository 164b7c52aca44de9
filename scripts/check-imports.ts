import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAliases } from './imports/resolve-import.ts';
import { type Violation, checkFile } from './imports/check-file.ts';
import { MODULES } from './imports/table.ts';
import { matchingFiles } from './set-up/tracked-files.mjs';

export type Report = { files: number; edges: number; violations: Violation[] };

const SOURCES = [
  '{src,packages/*/src,packages/*/tests,tests,scripts,bench}/**/*.{ts,tsx,mts,js,jsx,mjs}',
  '*.config.ts',
];

/** Checks all source files under `root` against the import rules. Throws when a file cannot be parsed. */
export function checkImports(root: string): Report {
  const aliasesOf = readAliases(root);
  const report: Report = { files: 0, edges: 0, violations: [] };
  for (const path of matchingFiles(root, SOURCES)) {
    const source = readFileSync(join(root, path), 'utf8');
    const { edges, violations } = checkFile({ root, aliasesOf }, path, source);
    report.files += 1;
    report.edges += edges;
    report.violations.push(...violations);
  }
  report.violations.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  return report;
}

/** The table of modules as Markdown, for `npm run imports`. */
export function tableAsMarkdown(): string {
  const list = (names: readonly string[]): string =>
    names.map((name) => (name === '*' ? 'all' : `\`${name}\``)).join(', ');
  const rows = MODULES.map(
    ({ name, at, modules, packages }) =>
      `| \`${name}\` | \`${at}\` | ${list(modules) || 'none'} | ${list(packages) || 'none'} |`,
  );
  return [
    '| module | lies in | may import the modules | may import the packages |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

async function main([first]: string[]): Promise<void> {
  if (first === '--table') {
    console.log(tableAsMarkdown());
    return;
  }
  const { files, edges, violations } = checkImports(first ?? join(import.meta.dirname, '..'));
  for (const { file, line, reason } of violations) console.error(`${file}:${line} ${reason}`);
  console.log(`Modules: ${files} files, ${edges} imports, ${violations.length} violations.`);
  // A check that read nothing must not pass.
  if (violations.length > 0 || files === 0 || edges === 0) process.exitCode = 1;
}

if (import.meta.main) await main(process.argv.slice(2));
