import { RestError } from './errors.ts';
import { parseAccept, type Media } from './parse/media.ts';
import { parsePayload, type Payload } from './parse/payload.ts';
import { parsePreferences, type Preferences } from './parse/preferences.ts';
import { parseQuery } from './parse/query.ts';
import type { Query } from './parse/syntax.ts';

export type HttpRequest = {
  method: string;
  relation: string;
  /** The query string without its question mark, as sent. */
  search: string;
  header: (name: string) => string | undefined;
  body: string;
};

export type RestRequest = {
  action: 'read' | 'insert' | 'update' | 'delete';
  relation: string;
  isHead: boolean;
  search: string;
  query: Query;
  preferences: Preferences;
  media: Media;
  payload: Payload | null;
  /** Whether a profile header was sent; it is then echoed. */
  namesProfile: boolean;
};

const ACTIONS: ReadonlyMap<string, RestRequest['action']> = new Map([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['POST', 'insert'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
]);

/** Parses an HTTP request without looking names up. Throws the errors of the catalogue. */
export function parseRequest(http: HttpRequest): RestRequest {
  const action = ACTIONS.get(http.method);
  if (action === undefined) throw new RestError('UnsupportedMethod', http.method);
  const profile = http.header(action === 'read' ? 'accept-profile' : 'content-profile');
  if (profile !== undefined && profile !== 'public') throw new RestError('UnacceptableSchema', profile);
  const media = parseAccept(http.header('accept'));
  const preferences = parsePreferences(http.header('prefer'));
  const query = parseQuery(http.search);
  const writesRows = action === 'insert' || action === 'update';
  return {
    action,
    relation: http.relation,
    isHead: http.method === 'HEAD',
    search: http.search,
    query,
    preferences,
    media,
    payload: writesRows ? parsePayload(http.header('content-type'), http.body, query.columns) : null,
    namesProfile: profile !== undefined,
  };
}
