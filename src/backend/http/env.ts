import type { Caller } from '../database/caller.ts';

/** What every handler of the backend finds in its Hono context. */
export type BackendEnv = {
  Bindings: {
    /** Address of the client, already freed of proxies; of the visitor, where the site asks while it renders for one. */
    clientAddress: string;
    /** Whether the site's own server code asks, in process: such requests are not limited by address in number. */
    isServerSide?: boolean;
  };
  Variables: {
    /** Who asks; set by `identify-caller.ts` before any handler of `rest`. `auth` asks for a user itself, by session. */
    caller: Caller;
    /** The verified bearer token as sent, or null when none was. */
    bearer: string | null;
  };
};
