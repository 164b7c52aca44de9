/** A link as in `content/navigation.ts` and the calls to action. */
export type LabelledLink = { label: string; href: string };

/** A phone number in print and in E.164. */
export type Phone = { display: string; e164: string };

export function telOf(e164: string): string {
  return `tel:${e164}`;
}

/** wa.me takes the digits only. */
export function whatsAppOf(e164: string): string {
  return `https://wa.me/${e164.replace('+', '')}`;
}
