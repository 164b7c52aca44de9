/** The text without the slashes at its end. `/\/+$/` would start anew at every slash: quadratic in their number. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
