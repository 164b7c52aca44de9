/** Markdown without the padding of tables and the blank lines that the formatter adds: for comparing. */
export const withoutPadding = (markdown: string): string =>
  markdown
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/-{3,}/g, '---')
    .replaceAll(/\n{2,}/g, '\n');
