import { type AccountSession, mfaStatusOf } from './account.ts';

/** Another person signed in, or the dashboard was left: the request is not sent in their name. */
export class SessionReplaced extends Error {}

/** How the guard reaches the services. */
type Services = {
  request: typeof fetch;
  /** Whether the session of this access token still exists; true where the service cannot be asked. */
  isAlive: (accessToken: string, signal: AbortSignal) => Promise<boolean>;
  /**
   * Asks for another token, because this one is not accepted: it may only have expired. Where it is refused, the session
   * of this browser is removed.
   */
  renew: () => Promise<'renewed' | 'refused' | 'unknown'>;
};

/**
 * `waiting` is settled when the person has signed in again, or is replaced. After that nothing is sent until the page is
 * loaded again: what the first person's forms still repeat must not be written by the second.
 */
type Watch = {
  userId: string;
  token: string | null;
  waiting: PromiseWithResolvers<void> | null;
  isReplaced: boolean;
};

/**
 * Stands around the client's fetch while a dashboard is open. Nothing is read or written as an anonymous visitor there:
 * where the session has ended, requests wait until the same person has signed in again, and are then sent in their name.
 */
export function createSessionGuard({ request, isAlive, renew }: Services) {
  let latest: AccountSession | null = null;
  let watch: Watch | null = null;
  let checking: { of: Watch; alive: Promise<boolean> } | null = null;
  let isLeaving = false;
  let reads = new AbortController();

  const reject = (of: Watch): void => {
    of.waiting?.reject(new SessionReplaced('Another session has taken the place of this one.'));
  };
  const end = (of: Watch): void => {
    of.token = null;
    if (of.waiting) return;
    of.waiting = Promise.withResolvers();
    of.waiting.promise.catch(() => {});
  };

  /** One question for all requests that begin together. */
  const check = (of: Watch, token: string): Promise<boolean> => {
    if (checking?.of === of) return checking.alive;
    const alive = Promise.resolve().then(() => {
      checking = null;
      return isAlive(token, reads.signal);
    });
    checking = { of, alive };
    return alive;
  };

  const send = async (of: Watch, sent: Request): Promise<Response> => {
    for (;;) {
      if (of.token === null) end(of);
      if (of.waiting) await endingWith(sent.signal, of.waiting.promise);
      if (watch !== of || of.token === null) throw new SessionReplaced('The dashboard was left.');
      const token = of.token;
      const next = sent.clone();
      next.headers.set('Authorization', `Bearer ${token}`);
      const [response, alive] = await Promise.all([request(next), check(of, token)]);
      if (hasWritten(sent, response)) return response;
      // A token that was refreshed meanwhile is not the one that was rejected.
      if (alive && (response.status !== 401 || of.token !== token)) return response;
      if (watch !== of || of.token !== token) continue;
      if (alive && (await isAlive(token, reads.signal))) return response;
      const outcome = await renew();
      if (outcome === 'unknown') return response;
      if (outcome === 'refused' && of.token === token) end(of);
    }
  };

  return {
    /** Begins to watch the session of this person; returns the function that ends it. */
    watch: (userId: string): (() => void) => {
      const token = latest?.user.id === userId ? latest.access_token : null;
      const own: Watch = { userId, token, waiting: null, isReplaced: false };
      watch = own;
      return () => {
        reject(own);
        // A dashboard of another person starts with a document of its own.
        if (watch === own && !own.isReplaced) watch = null;
      };
    },
    /** To be told of every session of the client. A session that still has to pass MFA is none yet. */
    tell: (session: AccountSession | null): void => {
      latest = session;
      if (session) isLeaving = false;
      if (!watch) return;
      if (session && session.user.id !== watch.userId) {
        watch.isReplaced = true;
        end(watch);
        reject(watch);
      } else if (!session || mfaStatusOf(session) === 'due') end(watch);
      else if (!watch.isReplaced) {
        watch.token = session.access_token;
        watch.waiting?.resolve();
        watch.waiting = null;
      }
    },
    /** To be called before a sign-out: reads under way are given up, and no data is asked for until somebody signs in. */
    leave: (): void => {
      isLeaving = true;
      reads.abort();
      reads = new AbortController();
    },
    /** Resolves when requests are sent; at once where nobody is watched. */
    ready: async (): Promise<void> => {
      await watch?.waiting?.promise;
    },
    fetch: (async (input, init) => {
      const asked = new Request(input, init);
      const isData = DATA.test(new URL(asked.url).pathname);
      if (isData && isLeaving) throw new SessionReplaced('Signed out.');
      const isRead = asked.method === 'GET' || asked.method === 'HEAD';
      const sent = isRead ? new Request(asked, { signal: AbortSignal.any([asked.signal, reads.signal]) }) : asked;
      return isData && watch ? send(watch, sent) : request(sent);
    }) satisfies typeof fetch,
  };
}

/** The services that answer to a person by their rights. Requests to the auth service sign people in. */
const DATA = /\/(?:rest|storage)\/v1\//;

/** Whether the answer says that rows were written, which without the rights of the person are not. */
function hasWritten({ method }: Request, { status, headers }: Response): boolean {
  return status === 201 || (method === 'PATCH' && /^\d/.test(headers.get('Content-Range') ?? ''));
}

async function endingWith(signal: AbortSignal, waiting: Promise<void>): Promise<void> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([waiting, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
