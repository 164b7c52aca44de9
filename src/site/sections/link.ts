/** A labelled address, as `content/navigation.ts` and the calls to action write it. */
export type LabelledLink = { label: string; href: string };

/** A number as it is printed, and as a telephone dials it from anywhere. */
export type Phone = { display: string; e164: string };

export function telOf(e164: string): string {
  return `tel:${e164}`;
}

/** WhatsApp's own short address takes the digits alone. */
export function whatsAppOf(e164: string): string {
  return `https://wa.me/${e164.replace('+', '')}`;
}
