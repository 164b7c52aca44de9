// redos-disable -- reads only our own mail templates, whose values are escaped and short
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * Converts the HTML of a mail to plain text: block elements become paragraphs, and a link its text with its address on
 * the next line. For this repository's templates, not for HTML of other origin.
 */
export function plainText(html: string): string {
  const text = html
    .replace(/<!--.*?-->|<head\b.*?<\/head>|<style\b.*?<\/style>/gis, '')
    .replace(/\s+/g, ' ')
    .replace(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a\s*>/gi, (_, address: string, words: string) =>
      words.trim() === address ? address : `${words.trim()}:<br>${address}`,
    )
    .replace(/<(?:br|hr)\b[^>]*>/gi, '\n')
    .replace(/<\/(?:p|h[1-6]|li|tr|div|table|ul|ol)\s*>/gi, '\n\n')
    .replace(/<[^>]*>/g, '');
  return decodeEntities(text)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (decimal) return String.fromCodePoint(Number(decimal));
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
      return NAMED[name?.toLowerCase() ?? ''] ?? whole;
    },
  );
}
