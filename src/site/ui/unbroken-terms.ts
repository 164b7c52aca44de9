/** Hyphenated words up to this length fit beside others on a small screen. */
const MAX_KEPT_LENGTH = 14;

/**
 * In this order: "Form 15CA", "Form FC-GPR", "Section 195"; "Rs 5 crore", "USD 10,000"; "24 hours", "3–5 years";
 * "+91 22 5550 0100"; "FC-GPR", "e-mail".
 */
const TERM =
  // redos-disable-next-line -- linear by the lookbehinds, which the check ignores; its test has long hostile texts
  /(\b(?:Form|Sections?|Rules?|Articles?|Chapter|Schedule) (?:\d+[A-Z]*|[A-Z]{1,4}-[A-Z\d]{1,4})\b|(?:\b(?:Rs\.?|INR|USD|EUR|GBP|AED)|[₹$€£]) ?\d[\d,.]*(?: (?:lakh|crore|million)\b)?|(?<![\d,.])\b\d[\d,.]*(?:–\d[\d,.]*)?\+? (?:hours?|days?|weeks?|months?|years?|minutes?|km|kB|MB|lakh|crore|million|per cent)\b|\+\d{1,3}(?: \d{2,5}){1,4}|(?<![\p{L}\d])[\p{L}\d]+(?:-[\p{L}\d]+)+)/u;

/** Parts of a text in their order; a kept part is a term that stands on one line. */
export function splitAtTerms(text: string): { text: string; isKept: boolean }[] {
  return text.split(TERM).map((part, index) => {
    const isTerm = index % 2 === 1;
    return { text: part, isKept: isTerm && (part.includes(' ') || part.length <= MAX_KEPT_LENGTH) };
  });
}
