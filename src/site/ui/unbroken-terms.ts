/** Hyphenated words up to this length fit beside others on a small screen. */
const LONGEST_KEPT = 14;

const UNITS = '(?:hours?|days?|weeks?|months?|years?|minutes?|km|kB|MB|lakh|crore|million|per cent)';
const AMOUNT = String.raw`\d[\d,.]*(?:–\d[\d,.]*)?\+?`;
const TERMS = [
  // Form 15CA, Form FC-GPR, Section 195, Rule 37BA
  String.raw`\b(?:Form|Sections?|Rules?|Articles?|Chapter|Schedule) (?:\d+[A-Z]*|[A-Z]{1,4}-[A-Z\d]{1,4})\b`,
  // Rs 5 crore, USD 10,000
  String.raw`(?:\b(?:Rs\.?|INR|USD|EUR|GBP|AED)|[₹$€£]) ?${AMOUNT}(?: ${UNITS})?`,
  // 24 hours, 3–5 years
  String.raw`\b${AMOUNT} ${UNITS}\b`,
  // +91 141 000 0142
  String.raw`\+\d{1,3}(?: \d{2,5}){1,4}`,
  // FC-GPR, C-Scheme, e-mail
  String.raw`[\p{L}\d]+(?:-[\p{L}\d]+)+`,
];
const TERM = new RegExp(`(${TERMS.join('|')})`, 'u');

/** Parts of a text in their order; a kept part is a term that stands on one line. */
export function splitAtTerms(text: string): { text: string; isKept: boolean }[] {
  return text.split(TERM).map((part, index) => {
    const isTerm = index % 2 === 1;
    return { text: part, isKept: isTerm && (part.includes(' ') || part.length <= LONGEST_KEPT) };
  });
}
