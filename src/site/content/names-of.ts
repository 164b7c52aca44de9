/** The first titles of `total` in quotation marks: “A”, “B” and 3 more. */
export function namesOf(titles: readonly string[], total: number): string {
  const named = titles.map((title) => `“${title}”`).join(', ');
  return total > titles.length ? `${named} and ${total - titles.length} more` : named;
}
