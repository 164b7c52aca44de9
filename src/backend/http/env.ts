import type { Context } from 'hono';
import type { Caller } from '../database/caller.ts';

/** What every handler of the backend finds in its Hono context. */
export type BackendEnv = {
  Bindings: {
    /** Address of the client, already freed of proxies; for the site's own requests that of the visitor they are made for. */
    clientAddress: string;
    /** Set on the site's own server-side requests; nothing that a client sends can set it. */
    isInProcess?: true;
  };
  Variables: {
    /** Who asks; set by `identify-caller.ts` before any handler of `rest`. `auth` asks for a user itself, by session. */
    caller: Caller;
    /** The verified bearer token as sent, or null when none was. */
    bearer: string | null;
  };
};

export type BackendContext = Context<BackendEnv>;

/** One endpoint of a service: a request in, a response out. Throws the errors of its service. */
export type Endpoint = (c: BackendContext) => Promise<Response>;
