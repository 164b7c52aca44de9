import type { Context } from 'hono';
import type { Caller } from '../database/as-caller.ts';

/** The Hono environment of the backend's handlers. */
export type BackendEnv = {
  Bindings: {
    /** The client's IP address, behind the proxy; for requests of the site itself, the visitor's. */
    clientAddress: string;
    /** Set for the site's own server-side requests. No client can set it. */
    isInProcess?: true;
    /** Calls `done` when the answer has left this process, or its connection has ended; absent for in-process requests. */
    onSent?: (done: () => void) => void;
    isGone?: () => boolean;
  };
  Variables: {
    /**
     * The caller, set by `identify-caller.ts` before the handlers of `rest` and `storage`. `auth` loads the user by
     * session.
     */
    caller: Caller;
    /** The verified bearer token as sent, or null without one. */
    bearer: string | null;
  };
};

export type BackendContext = Context<BackendEnv>;

/** One endpoint of a service: a request in, a response out. Throws the errors of its service. */
export type Endpoint = (c: BackendContext) => Promise<Response>;

/** Gives functions that answer requests the dependencies of their service, for its routes. */
export function endpointsOf<Deps>(deps: Deps) {
  return (answer: (deps: Deps, c: BackendContext) => Promise<Response>): Endpoint =>
    (c) =>
      answer(deps, c);
}
