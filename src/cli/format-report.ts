import type { Finding, FindingState, SystemReport } from '#contract/system.ts';

export type Style = 'green' | 'yellow' | 'red' | 'dim' | 'bold';
export type FormatOptions = {
  /** Colours a text, where the terminal shows colours. */
  paint: (style: Style, text: string) => string;
  /** The width of the terminal in characters. */
  columns: number;
};

const MARKS: Record<FindingState, [mark: string, style: Style]> = {
  good: ['✓', 'green'],
  warning: ['!', 'yellow'],
  bad: ['✗', 'red'],
  skipped: ['–', 'dim'],
};
const MAX_COLUMNS = 100;
const MIN_COLUMNS = 40;

/** One page of findings, each with what to do, and a line that counts them. */
export function formatReport({ findings }: SystemReport, { paint, columns }: FormatOptions): string {
  const indent = Math.max(...findings.map(({ name }) => name.length)) + 4;
  const width = Math.max(Math.min(columns, MAX_COLUMNS), MIN_COLUMNS) - indent;
  const shown = findings.flatMap((finding) => formatFinding(finding, { indent, width, paint }));
  return [...shown, '', summarize(findings, paint)].join('\n');
}

type Layout = { indent: number; width: number; paint: FormatOptions['paint'] };

function formatFinding({ name, state, says, remedy }: Finding, { indent, width, paint }: Layout): string[] {
  const [mark, style] = MARKS[state];
  const head = `${paint(style, mark)} ${paint('bold', name)}${' '.repeat(indent - name.length - 2)}`;
  const [first = '', ...rest] = wrap(says, width);
  const advice = remedy === null ? [] : wrap(`→ ${remedy}`, width);
  return [head + first, ...[...rest, ...advice].map((line) => ' '.repeat(indent) + line)];
}

function summarize(findings: readonly Finding[], paint: FormatOptions['paint']): string {
  const count = (state: FindingState) => findings.filter((finding) => finding.state === state).length;
  const parts = [
    paint('red', `${count('bad')} red`),
    paint('yellow', `${count('warning')} yellow`),
    paint('green', `${count('good')} green`),
    ...(count('skipped') > 0 ? [paint('dim', `${count('skipped')} not checked`)] : []),
  ];
  return parts.join(', ');
}

/** The lines of a text that keep within `width`; a longer word has a line of its own. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
