/** Signs of Markdown with their weight; a text with a weight of 2 is read as Markdown. */
const SIGNS: readonly { pattern: RegExp; weight: number }[] = [
  { pattern: /^#{1,6} +\S/m, weight: 1.5 },
  { pattern: /[^\s\]]\]\((?:https?:|mailto:|tel:|\/)/, weight: 2 },
  { pattern: /^(?:```|~~~)/m, weight: 2 },
  { pattern: /\| ?:?---/, weight: 2 },
  { pattern: /\*\*\w[^*\n]{0,100}\*\*/, weight: 1 },
  { pattern: /^ {0,3}[-*+] +\S[^\n]*\n+ *[-*+] +\S/m, weight: 1 },
  { pattern: /^ {0,3}\d{1,3}\. +\S[^\n]*\n+ *\d{1,3}\. +\S/m, weight: 0.5 },
  { pattern: /^> ?\S/m, weight: 0.5 },
  { pattern: /^\[\^[^\]\s]{1,60}\]:/m, weight: 2 },
  { pattern: /^ {0,3}[-*+] \[[ xX]\] \S/m, weight: 2 },
  { pattern: /`[^`\n]{1,200}`/, weight: 0.5 },
];
const ENOUGH = 2;
/** Signs are looked for in this many characters. */
const MAX_READ = 20_000;

export function isMarkdown(text: string): boolean {
  const start = text.slice(0, MAX_READ).replaceAll('\r\n', '\n');
  return SIGNS.reduce((sum, { pattern, weight }) => sum + (pattern.test(start) ? weight : 0), 0) >= ENOUGH;
}

/** The rows of text in columns separated by tabs, as of a spreadsheet; null for other text. */
export function readColumns(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  while (lines.at(-1) === '') lines.pop();
  const rows = lines.map((line) => line.split('\t'));
  const width = rows[0]?.length ?? 0;
  return width > 1 && rows.length > 1 && rows.every(({ length }) => length === width) ? rows : null;
}
