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
/** Browsers and the pages that link here are few; each is read once. */
const MAX_REMEMBERED = 1000;
const MAX_REMEMBERED_LENGTH = 500;

const CONTACT = '/contact';

/** Counts what visitors read, in memory: paths and hosts, without address, cookie or query. `siteUrl` is the own address. */
export function createViewCounter(siteUrl: string): ViewCounter {
  const { host: ownHost } = new URL(siteUrl);
  let counts = new Map<ViewKind, Map<string, ViewCount>>();
  const isRobot = memoize((browser) => isbot(browser));
  const readReferer = memoize(webAddress);

  const increase = (kind: ViewKind, name: string, by = 1): void => {
    let names = counts.get(kind);
    if (!names) counts.set(kind, (names = new Map()));
    const known = names.get(name);
    if (known) known.count += by;
    else if (names.size < MAX_NAMES && name.length <= MAX_NAME_LENGTH) names.set(name, { kind, name, count: by });
  };

  const countOrigin = (path: string, referer: string): void => {
    // A query may say what somebody searched for, so it is not remembered.
    const from = referer.includes('?') ? webAddress(referer) : readReferer(referer);
    if (!from) return;
    if (from.host !== ownHost) increase('source', from.host);
    else if (path === CONTACT && from.path !== CONTACT) increase('before-contact', from.path);
  };

  return {
    countPage: (target, status, headers) => {
      const destination = headers['sec-fetch-dest'];
      if ((destination !== undefined && destination !== 'document') || isRobot(headers['user-agent'] ?? '')) return;
      const path = pathOf(target);
      const isMissing = status === 404;
      // Feeds and robots.txt.
      if (!isMissing && path.includes('.')) return;
      increase(isMissing ? 'missing' : 'page', path);
      if (headers.referer) countOrigin(path, headers.referer);
    },
    countEnquiry: () => increase('enquiry', CONTACT),
    take: () => {
      const taken = counts;
      counts = new Map();
      return [...taken.values()].flatMap((names) => [...names.values()]);
    },
    add: (more) => {
      for (const { kind, name, count } of more) increase(kind, name, count);
    },
  };
}

/** Keeps what `find` found for a key; forgets all when there are too many. */
function memoize<Found>(find: (key: string) => Found): (key: string) => Found {
  const known = new Map<string, Found>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = find(key);
    if (known.size >= MAX_REMEMBERED) known.clear();
    if (key.length <= MAX_REMEMBERED_LENGTH) known.set(key, found);
    return found;
  };
}

function webAddress(referer: string): { host: string; path: string } | null {
  const url = URL.parse(referer);
  return url && /^https?:$/.test(url.protocol) ? { host: url.host, path: url.pathname } : null;
}

function pathOf(target: string): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}
