import { ROW_TABLES, type RowTable } from '../export/export-format.ts';

/** What an import did, or in a dry run would do. */
export type ImportReport = Record<RowTable, { created: number; present: number }> & {
  product: string;
  dryRun: boolean;
  posts: { created: number; updated: number; unchanged: number; present: number; failed: number };
  categories: { created: number; present: number };
  words: { created: number; present: number };
  pictures: { stored: number; present: number; failed: number; 'to fetch': number };
  redirects: { created: number; present: number };
  /** Items that are not taken, by their kind. */
  leftOut: Map<string, number>;
  /** Elements and attributes (`style=`) that posts may not contain, and how many posts had them. */
  dropped: Map<string, number>;
  /** Changes and losses, by the post or picture. */
  notes: { about: string; what: string }[];
};

function rowCounts(): Record<RowTable, { created: number; present: number }> {
  const counts = ROW_TABLES.map((table) => [table, { created: 0, present: 0 }]);
  return Object.fromEntries(counts) as ReturnType<typeof rowCounts>;
}

export function createReport(product: string, dryRun: boolean): ImportReport {
  return {
    product,
    dryRun,
    posts: { created: 0, updated: 0, unchanged: 0, present: 0, failed: 0 },
    categories: { created: 0, present: 0 },
    words: { created: 0, present: 0 },
    ...rowCounts(),
    pictures: { stored: 0, present: 0, failed: 0, 'to fetch': 0 },
    redirects: { created: 0, present: 0 },
    leftOut: new Map(),
    dropped: new Map(),
    notes: [],
  };
}

/** Notes about one post that a report has; more are only counted. */
const MAX_NOTES = 20;
/** Lines of one list of a printed report. */
const MAX_LINES = 40;

export function note(report: ImportReport, about: string, whats: readonly string[]): void {
  const more = whats.length - MAX_NOTES;
  for (const what of whats.slice(0, MAX_NOTES)) report.notes.push({ about, what });
  if (more > 0) report.notes.push({ about, what: `and ${more} more` });
}

export function addCounts(counts: Map<string, number>, names: readonly string[]): void {
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
}

export function reportAsJson(report: ImportReport): string {
  const { leftOut, dropped } = report;
  return JSON.stringify(
    { ...report, leftOut: Object.fromEntries(leftOut), dropped: Object.fromEntries(dropped) },
    null,
    2,
  );
}

/** The report for a terminal: the numbers, then what was left out, then each note. */
export function describeReport(report: ImportReport): string {
  const { product, dryRun, leftOut, dropped, notes } = report;
  const sections = ['posts', 'categories', ...ROW_TABLES, 'words', 'pictures', 'redirects'] as const;
  const lines = sections.flatMap((section) => {
    const counts = Object.entries(report[section]).filter(([, n]) => n > 0);
    return counts.length > 0 ? [`  ${section}: ${counts.map(([what, n]) => `${n} ${what}`).join(', ')}`] : [];
  });
  return [
    dryRun ? `Dry run of an import from ${product}; nothing was written. It would be:` : `Imported from ${product}:`,
    ...(lines.length > 0 ? lines : ['  nothing']),
    ...describeCounts('Not taken:', leftOut),
    ...describeCounts('Left out of bodies (posts that had it):', dropped),
    ...(notes.length > 0
      ? ['', 'Not as it was:', ...notes.map(({ about, what }) => plain(`  ${about}: ${what}`))]
      : []),
  ].join('\n');
}

function describeCounts(heading: string, counts: ReadonlyMap<string, number>): string[] {
  if (counts.size === 0) return [];
  const sorted = Array.from(counts).toSorted(([, a], [, b]) => b - a);
  const lines = sorted.slice(0, MAX_LINES).map(([what, n]) => plain(`  ${n} × ${what}`));
  return ['', heading, ...lines, ...(sorted.length > MAX_LINES ? [`  and ${sorted.length - MAX_LINES} more`] : [])];
}

/** Without control characters, which a terminal would obey: names come from the imported file. */
function plain(line: string): string {
  return line.replaceAll(/\p{Cc}|\p{Cf}/gu, ' ');
}
