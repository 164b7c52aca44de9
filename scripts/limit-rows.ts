import * as auth from '#backend/auth/limits.ts';
import { MAX_USER_METADATA_BYTES } from '#backend/auth/accounts/users.ts';
import { HASHES_AT_ONCE, PASSWORD_REQUESTS } from '#backend/auth/accounts/passwords.ts';
import {
  ANONYMOUS_STATEMENT_TIMEOUT_MS,
  IDLE_IN_TRANSACTION_MS,
  LOCK_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
  TRANSACTION_TIMEOUT_MS,
} from '#backend/database/as-caller.ts';
import { CONNECTIONS, DEFAULT_CONNECTIONS } from '#backend/database/pools.ts';
import { MAX_BODY_BYTES, MAX_DEPTH } from '#backend/http/body.ts';
import { SENDS_PER_ADDRESS } from '#backend/mail/routes.ts';
import * as realtime from '#backend/realtime/limits.ts';
import * as rest from '#backend/rest/limits.ts';
import * as storage from '#backend/storage/limits.ts';
import * as usage from '#backend/usage/limits.ts';
import { ENQUIRY_MAX_BYTES } from '#contract/limits.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS } from '#contract/pictures.ts';
import { MAX_REPORT_BYTES, REPORTS_IN_ALL, REPORTS_PER_ADDRESS } from '#server/csp-reports.ts';
import { FORM_POSTS_PER_ADDRESS, MAX_FORM_BYTES } from '#server/limit-form-posts.ts';
import { MAX_TARGET_LENGTH } from '#server/request-target.ts';
import { PAGE_LIMITS } from '#server/pages/page-cache.ts';
import { SERVER_LIMITS, WRITE_STALL_MS } from '#server/serve.ts';
import { PAGES_AT_ONCE } from '#server/pages/site-handler.ts';

/** A limit: what is counted, how many of what, of whom, and what happens beyond. */
export type LimitRow = [what: string, limit: number | string, unit: string, scope: string, beyond: string];
export type LimitGroup = { title: string; rows: LimitRow[] };

const REQUEST = 'request';
const CALLER = 'caller';
const ADDRESS = 'address';
const ACCOUNT = 'account';
const SOCKET = 'WebSocket';
const PROCESS = 'process';
const CLOSED = 'closed, 1008';

type Rate = { points: number; seconds: number };
const rate = (what: string, { points, seconds }: Rate, scope: string): LimitRow => [
  what,
  points,
  `in ${duration(seconds)}`,
  scope,
  '429',
];

/** A period in words, e.g. `10 min`. */
function duration(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'an hour' : `${seconds / 3600} h`;
  if (seconds % 60 === 0) return seconds === 60 ? 'a minute' : `${seconds / 60} min`;
  return `${seconds} s`;
}

/** A number and its unit as people read them: bytes in kB and MB of 1,024, milliseconds in seconds and longer. */
export function amount(number: number, unit: string): string {
  const scales: Record<string, [number, string][]> = {
    bytes: [
      [1024 * 1024, 'MB'],
      [1024, 'kB'],
    ],
    ms: [
      [86_400_000, 'days'],
      [3_600_000, 'h'],
      [60_000, 'min'],
      [1000, 's'],
    ],
  };
  const scale = (scales[unit] ?? []).find(([size]) => number >= size && number % size === 0);
  const count = scale ? number / scale[0] : number;
  const name = scale?.[1] ?? unit;
  return `${count.toLocaleString('en-US')} ${count === 1 ? name.replace(/(?<=\w\w)s$/, '') : name}`.trim();
}

type Held = { perKey: number; total: number };
const held = (what: string, { perKey, total }: Held, unit: string, scope: string, beyond: string): LimitRow => [
  what,
  `${amount(perKey, unit)}, ${amount(total, unit)} all together`,
  '',
  scope,
  beyond,
];

const perSecond = (
  what: string,
  limit: { perSecond: number; atOnce: number },
  unit: string,
  beyond: string,
): LimitRow => [
  what,
  `${amount(limit.perSecond, unit)} a second, ${amount(limit.atOnce, unit)} after a pause`,
  '',
  'address and account',
  beyond,
];

const accountRate = (what: string, rule: (typeof auth.ACCOUNT_RATES)[keyof typeof auth.ACCOUNT_RATES]): LimitRow => [
  what,
  `${rule.address} in ${duration(rule.seconds)}; unknown clients ${rule.strangers}, known ${rule.known}`,
  '',
  'account and address',
  '429',
];

const { REQUEST_LIMITS, ADDRESS_LIMITS, HELD_LIMITS, RATE_LIMITS } = usage;
const anonymous = rest.ANONYMOUS_ANSWER_LIMITS;
const signedIn = rest.ANSWER_LIMITS;
const TOO_COMPLEX = '400';

/** Every limit of the product, in the order of docs/security.md. */
export const LIMIT_GROUPS: LimitGroup[] = [
  {
    title: 'Requests',
    rows: [
      ['path and query of an address', MAX_TARGET_LENGTH, 'characters', REQUEST, '414'],
      ['headers', SERVER_LIMITS.maxHeaderSize, 'bytes', REQUEST, '431'],
      ['time for the headers', SERVER_LIMITS.headersTimeout, 'ms', REQUEST, '408'],
      ['time for headers and body', SERVER_LIMITS.requestTimeout, 'ms', REQUEST, '408'],
      ['time without a byte of an answer being taken', WRITE_STALL_MS, 'ms', 'connection', 'cut'],
      ['body of a form', MAX_FORM_BYTES, 'bytes', REQUEST, '413'],
      ['body of auth and data API', MAX_BODY_BYTES, 'bytes', REQUEST, '413'],
      ['nesting of a JSON body', MAX_DEPTH, 'levels', REQUEST, '400'],
      ['requests to a service, running or being sent', REQUEST_LIMITS.rest.placesPerKey, 'requests', CALLER, 'wait'],
      ['the same for storage', REQUEST_LIMITS.storage.placesPerKey, 'requests', CALLER, 'wait'],
      ['requests to a service, waiting', REQUEST_LIMITS.rest.waitingPerKey, 'requests', CALLER, '429'],
      ['the same of all accounts together, running', ADDRESS_LIMITS.placesPerKey, 'requests', ADDRESS, 'wait'],
      ['the same of all accounts together, waiting', ADDRESS_LIMITS.waitingPerKey, 'requests', ADDRESS, '429'],
      ['wait for a turn', usage.REQUEST_WAIT_MS, 'ms', REQUEST, '429'],
      held('answers that were not read', HELD_LIMITS.unsentBytes, 'bytes', ADDRESS, '429, oldest cut'),
      ['pages rendered at a time', PAGES_AT_ONCE, 'pages', PROCESS, 'wait'],
      ['kept pages', PAGE_LIMITS.maxBytes, 'bytes', PROCESS, 'least used goes'],
      ['a stale copy stands in', PAGE_LIMITS.staleForMs, 'ms', 'page', '503'],
      rate('posts to pages', FORM_POSTS_PER_ADDRESS, ADDRESS),
      ['enquiry', ENQUIRY_MAX_BYTES, 'bytes', REQUEST, '413'],
      rate('enquiries', SENDS_PER_ADDRESS, ADDRESS),
      ['CSP report', MAX_REPORT_BYTES, 'bytes', REQUEST, '413'],
      rate('CSP reports', REPORTS_PER_ADDRESS, ADDRESS),
      rate('CSP reports', REPORTS_IN_ALL, PROCESS),
    ],
  },
  {
    title: 'Database',
    rows: [
      ['connections', DEFAULT_CONNECTIONS, 'connections', PROCESS, 'wait'],
      ...Object.entries(CONNECTIONS).map(([pool, size]): LimitRow => [
        `pool \`${pool}\``,
        size,
        'connections',
        PROCESS,
        '429',
      ]),
      ['statement, anonymous', ANONYMOUS_STATEMENT_TIMEOUT_MS, 'ms', 'statement', '500 57014'],
      ['statement', STATEMENT_TIMEOUT_MS, 'ms', 'statement', '500 57014'],
      ['wait for a lock', LOCK_TIMEOUT_MS, 'ms', 'statement', '500 55P03'],
      ['idle transaction', IDLE_IN_TRANSACTION_MS, 'ms', 'transaction', '503'],
      ['transaction (PostgreSQL 17 and later)', TRANSACTION_TIMEOUT_MS, 'ms', 'transaction', '503'],
    ],
  },
  {
    title: 'Data API',
    rows: [
      ['query', rest.MAX_QUERY_LENGTH, 'characters', REQUEST, '414'],
      ['rows of a list', rest.MAX_ROWS, 'rows', 'list', 'left out'],
      ['answer, anonymous', anonymous.maxBytes, 'bytes', REQUEST, '400 54000'],
      ['answer', signedIn.maxBytes, 'bytes', REQUEST, '400 54000'],
      ['embeds, anonymous', anonymous.maxEmbeds, 'embeds', REQUEST, TOO_COMPLEX],
      ['embeds', signedIn.maxEmbeds, 'embeds', REQUEST, TOO_COMPLEX],
      ['embeds within embeds', rest.MAX_EMBED_DEPTH, 'levels', REQUEST, TOO_COMPLEX],
      ['keys for one column, anonymous', anonymous.maxOutputsOfColumn, 'keys', 'object', TOO_COMPLEX],
      ['keys for one column', signedIn.maxOutputsOfColumn, 'keys', 'object', TOO_COMPLEX],
      ['keys', rest.MAX_OUTPUTS, 'keys', 'object', TOO_COMPLEX],
      ['keys of all objects', rest.MAX_TOTAL_OUTPUTS, 'keys', REQUEST, TOO_COMPLEX],
      ['rows of lists that are repeated', rest.MAX_REPEATED_ROWS, 'rows', REQUEST, TOO_COMPLEX],
      ['path into a JSON value', rest.MAX_JSON_STEPS, 'steps', 'path', TOO_COMPLEX],
      ['conditions', rest.MAX_CONDITIONS, 'conditions', REQUEST, TOO_COMPLEX],
      ['`and` and `or` within each other', rest.MAX_LOGIC_DEPTH, 'levels', REQUEST, TOO_COMPLEX],
      ['values in lists', rest.MAX_LIST_VALUES, 'values', REQUEST, TOO_COMPLEX],
      ['terms of order', rest.MAX_ORDER_TERMS, 'terms', REQUEST, TOO_COMPLEX],
      ['patterns', rest.MAX_PATTERNS, 'patterns', REQUEST, TOO_COMPLEX],
      ['patterns together', rest.MAX_PATTERN_LENGTH, 'characters', REQUEST, TOO_COMPLEX],
      ['text searches together', rest.MAX_SEARCH_LENGTH, 'characters', REQUEST, TOO_COMPLEX],
      ['text searches over what is no tsvector', rest.MAX_PARSED_SEARCHES, 'searches', REQUEST, TOO_COMPLEX],
      ['parameters', rest.MAX_PARAMETERS, 'values', 'statement', TOO_COMPLEX],
      ['tables', rest.MAX_TABLE_REFERENCES, 'tables', 'statement', TOO_COMPLEX],
    ],
  },
  {
    title: 'Accounts',
    rows: [
      rate('tokens', auth.AUTH_RATES.token, ADDRESS),
      rate('sign-ups', auth.AUTH_RATES['sign-up'], ADDRESS),
      rate('anonymous accounts (off by default)', auth.AUTH_RATES['anonymous-sign-up'], ADDRESS),
      rate('account mails', auth.AUTH_RATES.mail, ADDRESS),
      rate('verifications', auth.AUTH_RATES.verification, ADDRESS),
      rate('passkeys, and sign-ins begun at a provider', auth.AUTH_RATES.authorization, ADDRESS),
      accountRate('wrong passwords', auth.ACCOUNT_RATES['sign-in']),
      accountRate('account mails that were sent', auth.ACCOUNT_RATES.mail),
      accountRate('guesses of a mailed code', auth.ACCOUNT_RATES.code),
      rate('guesses of a code for a new password', auth.AUTH_RATES.nonce, ACCOUNT),
      rate('MFA codes', auth.AUTH_RATES.mfa, ACCOUNT),
      rate('recovery codes', auth.AUTH_RATES['recovery-code'], ACCOUNT),
      rate('password changes', auth.AUTH_RATES['password-change'], ACCOUNT),
      ['metadata of users', MAX_USER_METADATA_BYTES, 'bytes', ACCOUNT, '400'],
      ['passwords hashed at a time', HASHES_AT_ONCE, 'hashes', PROCESS, 'wait, callers in turn'],
      ['requests with a password', PASSWORD_REQUESTS.perKey, 'requests', 'address or account', '429'],
      ['requests with a password', PASSWORD_REQUESTS.total, 'requests', PROCESS, '429'],
    ],
  },
  {
    title: 'Files',
    rows: [
      ['upload', storage.MAX_OBJECT_BYTES, 'bytes', 'file', '413'],
      ['picture', MAX_PICTURE_BYTES, 'bytes', 'file', '413'],
      ['picture', MAX_PICTURE_PIXELS, 'pixels', 'file', '400'],
      ['AVIF', storage.MAX_DECODED_PIXELS.avif, 'pixels', 'file', '400'],
      ['WebP, uploaded', storage.MAX_UPLOADED_PIXELS.webp, 'pixels', 'file', '400'],
      ['progressive, interlaced or 16 bit, uploaded', storage.MAX_UPLOADED_PIXELS_WHOLE, 'pixels', 'file', '400'],
      ['side of a picture', storage.MAX_SIDE, 'pixels', 'file', '400'],
      ['frames', storage.MAX_FRAMES, 'frames', 'file', '400'],
      ['texts in a PNG', storage.MAX_PNG_TEXTS, 'texts', 'file', '400'],
      ['texts in a PNG, unpacked', storage.MAX_PNG_TEXT_BYTES, 'bytes', 'file', '400'],
      ['metadata', storage.MAX_METADATA_BYTES, 'bytes', 'file', '400'],
      ['name', storage.MAX_KEY_LENGTH, 'characters', 'file', '400'],
      ['names in a request', storage.MAX_NAMES, 'names', REQUEST, '400'],
      ['files in a list', storage.MAX_LISTED, 'files', REQUEST, 'left out'],
      ['uploads decoded at a time', storage.UPLOADS_DECODED_AT_ONCE, 'pictures', PROCESS, 'wait'],
      ['uploads that wait for it', storage.UPLOADS_WAITING, 'pictures', PROCESS, '429'],
      ['renders at a time', storage.RENDERS_AT_ONCE, 'pictures', PROCESS, 'wait'],
      ['renders at a time', storage.RENDERS_AT_ONCE_PER_ADDRESS, 'pictures', ADDRESS, 'wait'],
      ['renders that wait', storage.RENDERS_WAITING, 'pictures', PROCESS, '429'],
      ['renders that wait', storage.RENDERS_WAITING_PER_ADDRESS, 'pictures', ADDRESS, '429'],
      ['rendered picture', storage.MAX_RENDERED_PIXELS, 'pixels', 'file', '400'],
      rate('new renders', { points: storage.RENDERS_PER_MINUTE, seconds: 60 }, ADDRESS),
      rate('new renders in other sizes', { points: storage.OTHER_RENDERS_PER_MINUTE, seconds: 60 }, ADDRESS),
      ['renders in other sizes that are kept', storage.MAX_OTHER_RENDERS, 'pictures', 'picture', 'oldest goes'],
      rate('resumable uploads begun', { points: storage.RESUMABLE_PER_MINUTE, seconds: 60 }, ADDRESS),
      ['pieces of a resumable upload', storage.MAX_PARTS, 'pieces', 'upload', '400'],
      ['resumable upload, not complete', storage.RESUMABLE_MS, 'ms', 'upload', 'removed'],
      ['address for an upload', storage.SIGNED_UPLOAD_SECONDS * 1000, 'ms', 'address', '400'],
    ],
  },
  {
    title: 'Realtime',
    rows: [
      rate('attempts to connect', realtime.CONNECTS, ADDRESS),
      held('WebSockets', HELD_LIMITS.sockets, '', ADDRESS, '429'),
      ['silence', realtime.IDLE_MS, 'ms', SOCKET, 'cut'],
      ['without a channel', realtime.UNUSED_MS, 'ms', SOCKET, 'closed'],
      ['broadcast', realtime.MAX_FRAME_BYTES, 'bytes', 'frame', 'closed, 1009'],
      ['frame of another kind', realtime.MAX_CONTROL_FRAME_BYTES, 'bytes', 'frame', CLOSED],
      perSecond('frames', RATE_LIMITS.frames, '', CLOSED),
      perSecond('frames', RATE_LIMITS.frameBytes, 'bytes', CLOSED),
      ['frames that wait', realtime.MAX_PENDING_BYTES, 'bytes', SOCKET, 'not read'],
      held('frames that wait', HELD_LIMITS.frameBytes, 'bytes', ADDRESS, 'not read'),
      ['joins, tokens and presences at a time', usage.FRAME_PLACES.perKey, 'frames', CALLER, 'wait'],
      ['joins, tokens and presences at a time', usage.FRAME_PLACES.total, 'frames', PROCESS, 'wait, callers in turn'],
      ['large broadcasts at a time', usage.LARGE_FRAMES_AT_ONCE, 'frames', PROCESS, 'wait, callers in turn'],
      perSecond('frames sent to others', RATE_LIMITS.deliveries, '', 'error'),
      perSecond('frames sent to others', RATE_LIMITS.deliveredBytes, 'bytes', 'error'),
      ['waiting for a slow reader', realtime.MAX_BUFFERED_BYTES, 'bytes', SOCKET, 'cut'],
      ['channels', realtime.CHANNELS_PER_SOCKET, 'channels', SOCKET, 'error'],
      ['topic', realtime.MAX_TOPIC_BYTES, 'bytes', 'channel', 'error'],
      ['subscriptions to changes', realtime.CHANGES_PER_CHANNEL, 'subscriptions', 'channel', 'error'],
      ['subscriptions to changes', realtime.CHANGES_PER_SOCKET, 'subscriptions', SOCKET, 'error'],
      held('subscriptions, anonymous', HELD_LIMITS.anonymousSubscriptions, '', ADDRESS, 'error'),
      held('subscriptions', HELD_LIMITS.accountSubscriptions, '', ACCOUNT, 'error'),
      ['filter', realtime.MAX_FILTER_LENGTH, 'characters', 'subscription', 'error'],
      ['conditions of a filter', realtime.MAX_FILTER_CONDITIONS, 'conditions', 'subscription', 'error'],
      ['values in a list', realtime.MAX_FILTER_VALUES, 'values', 'subscription', 'error'],
      ['changes that wait', realtime.MAX_WAITING_CHANGES, 'rows', PROCESS, 'clients join again'],
      ['rows in one read', realtime.ROWS_PER_READ, 'rows', 'statement', 'next statement'],
      ['filters in one read', realtime.FILTERS_PER_READ, 'filters', 'statement', 'next statement'],
      ['record', realtime.MAX_RECORD_BYTES, 'bytes', 'change', 'short values only'],
      ['short value', realtime.SHORT_VALUE_LENGTH, 'characters', 'value', 'left out'],
      perSecond('presences', RATE_LIMITS.presences, '', 'error'),
      ['presence', realtime.MAX_META_BYTES, 'bytes', 'channel', 'error'],
      ['presences shown', realtime.PRESENCES_PER_TOPIC, 'presences', 'topic', 'left out'],
      ['presences shown', realtime.PRESENCE_BYTES_PER_TOPIC, 'bytes', 'topic', 'left out'],
      rate('broadcasts by HTTP', realtime.BROADCAST_REQUESTS, ADDRESS),
      ['messages in a broadcast by HTTP', realtime.MESSAGES_PER_REQUEST, 'messages', REQUEST, '422'],
      ['broadcasts that wait for other processes', realtime.MAX_UNPUBLISHED_BYTES, 'bytes', PROCESS, 'dropped'],
      ['messages of the database', realtime.MESSAGES_KEPT_DAYS, 'days', 'message', 'removed'],
    ],
  },
];
