import { FIRM_PARTS, type FirmWords } from '#contract/words/firm.ts';
import { builtInFirmWords } from '#site/content/built-in-words.ts';
import { wordsInForce } from '#site/content/current-words.ts';

/** How facts say that they are invented: a word in names and addresses, and a domain that receives no mail. */
const SAMPLE = /\bsample\b|\.example\b/i;

/** The parts of the form of the firm in which something is a sample. */
export function listSampleParts(): string[] {
  const words = (wordsInForce()['firm'] ?? builtInFirmWords) as FirmWords;
  return FIRM_PARTS.filter(({ fields }) => fields.some((field) => SAMPLE.test(JSON.stringify(words[field])))).map(
    ({ heading }) => heading,
  );
}

/** Whether anything that is said about the firm, its offices and its people is a sample. */
export const hasSampleFacts = (): boolean => listSampleParts().length > 0;

/**
 * Whether search engines are told to leave the site out: its address is public, and facts about the firm are samples,
 * which would enter their index as names and numbers of real people.
 */
export function isUnlisted(siteUrl: string): boolean {
  return hasSampleFacts() && isPublicHost(new URL(siteUrl).hostname);
}

/** Addresses of this machine and of local networks (RFC 1918, 3927, 4193, 4291), as URL writes them. */
const LOCAL_ADDRESS =
  /^(?:(?:0|10|127)\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|169\.254\.\d+\.\d+|\[(?:::1?|f[cde][\da-f:]+)\])$/;
/** Names without a dot, and the domains of local networks (RFC 6761, 6762, 8375). */
const LOCAL_DOMAINS = ['.local', '.localhost', '.internal', '.lan', '.home.arpa'];

/** Whether a host name, as URL has it, may be one of the public internet. */
export function isPublicHost(hostname: string): boolean {
  if (LOCAL_ADDRESS.test(hostname)) return false;
  const isBareName = !/[.:]/.test(hostname);
  return !isBareName && !LOCAL_DOMAINS.some((domain) => hostname.endsWith(domain));
}

/** For the operator, at the start and among the checks. */
export const UNLISTED = {
  says: 'Search engines are told not to list the site (noindex), because facts about the firm are samples.',
  remedy: 'Replace the samples in the tab Firm of the dashboard; its tab Launch names them.',
};
