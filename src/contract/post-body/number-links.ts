export type NumberedLinks = { html: string; addresses: string[] };

// redos-disable-next-line -- the sanitiser writes every attribute as name="value"
const LINK = /<a ([^>]*?)href="((?:https?:)?\/[^"]*)"/g;

/**
 * Numbers the addresses that a sanitised body links to, for its printed form: each link gets `data-note`, and `addresses`
 * lists each address once. `toAbsolute` completes the addresses of the site itself. Fragments, e-mail addresses and
 * telephone numbers are not numbered.
 */
export function numberLinks(html: string, toAbsolute: (address: string) => string): NumberedLinks {
  const numbers = new Map<string, number>();
  const numbered = html.replace(LINK, (_, before: string, address: string) => {
    const absolute = toAbsolute(address.replaceAll('&amp;', '&'));
    const number = numbers.get(absolute) ?? numbers.size + 1;
    numbers.set(absolute, number);
    return `<a ${before}href="${address}" data-note="${number}"`;
  });
  return { html: numbered, addresses: [...numbers.keys()] };
}
