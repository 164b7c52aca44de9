import { isbot } from 'isbot';

/** What is counted: `before-contact` is the page of this site whose link led to /contact. */
export type ViewKind = 'page' | 'missing' | 'source' | 'before-contact' | 'enquiry';
export type ViewCount = { kind: ViewKind; name: string; count: number };

/** The headers of a request that say whether it is a reader's, and where the reader comes from. */
export type ViewHeaders = {
  'user-agent'?: string | undefined;
  referer?: string | undefined;
  'sec-fetch-dest'?: string | undefined;
};

export type ViewCounter = {
  /** Counts a page that a GET request was answered with: `status` 200, 304 or 404. Robots are left out. */
  countPage: (target: string, status: number, headers: ViewHeaders) => void;
  countEnquiry: () => void;
  /** The counts since the last call. */
  take: () => ViewCount[];
  /** Adds counts that could not be written. */
  add: (counts: readonly ViewCount[]) => void;
};

/** Names of a kind between two writes, so that invented addresses take no memory. What is beyond them is not counted. */
const MAX_NAMES = 300;
const MAX_NAME_LENGTH = 200;
/** Browsers are few; whether each is a robot is found once. */
const MAX_BROWSERS = 1000;

const CONTACT = '/contact';

/** Counts what visitors read, in memory: paths and hosts, without address, cookie or query. `siteUrl` is the own address. */
export function createViewCounter(siteUrl: string): ViewCounter {
  const { host: ownHost } = new URL(siteUrl);
  let counts = new Map<ViewKind, Map<string, number>>();
  const robots = new Map<string, boolean>();

  const increase = (kind: ViewKind, name: string, by = 1): void => {
    const names = counts.get(kind) ?? new Map<string, number>();
    counts.set(kind, names);
    const known = names.get(name);
    if (known === undefined && (names.size >= MAX_NAMES || name.length > MAX_NAME_LENGTH)) return;
    names.set(name, (known ?? 0) + by);
  };

  const isRobot = (browser: string): boolean => {
    const known = robots.get(browser);
    if (known !== undefined) return known;
    const found = isbot(browser);
    if (robots.size >= MAX_BROWSERS) robots.clear();
    robots.set(browser, found);
    return found;
  };

  const countOrigin = (path: string, referer: string): void => {
    const from = URL.parse(referer);
    if (!from || !/^https?:$/.test(from.protocol)) return;
    if (from.host !== ownHost) increase('source', from.host);
    else if (path === CONTACT && from.pathname !== CONTACT) increase('before-contact', from.pathname);
  };

  return {
    countPage: (target, status, headers) => {
      const { 'user-agent': browser = '', 'sec-fetch-dest': destination = 'document', referer = '' } = headers;
      if (destination !== 'document' || isRobot(browser)) return;
      const query = target.indexOf('?');
      const path = query === -1 ? target : target.slice(0, query);
      const isMissing = status === 404;
      // Feeds and robots.txt.
      if (!isMissing && path.includes('.')) return;
      increase(isMissing ? 'missing' : 'page', path);
      if (referer) countOrigin(path, referer);
    },
    countEnquiry: () => increase('enquiry', CONTACT),
    take: () => {
      const taken = counts;
      counts = new Map();
      return [...taken].flatMap(([kind, names]) => [...names].map(([name, count]) => ({ kind, name, count })));
    },
    add: (more) => {
      for (const { kind, name, count } of more) increase(kind, name, count);
    },
  };
}
