import type { WriteErrorKind } from '#site/content/dashboard.ts';
import { RejectedWrite } from '#site/gateway/rejected-write.ts';
import { SENTENCES } from '#site/messages.ts';

/** The cause of a failed write by the codes of PostgreSQL and PostgREST (protocol.md 2.4), for the notice in the form. */
export function writeErrorKind(error: unknown): WriteErrorKind {
  if (error instanceof RejectedWrite) return 'refused';
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (message === SENTENCES.notAuthenticated || /^PGRST30[123]$/.test(code)) return 'signed-out';
  if (code === '42501') return 'refused';
  if (code === '23505') return 'slug-taken';
  if (/^(22...|23514|23502|23503|PGRST204|PGRST102)$/.test(code)) return 'not-accepted';
  // A request without an answer has the browser's message and no code.
  if (!code && /TypeError|FetchError|Failed to fetch|NetworkError|Load failed/.test(message)) return 'unreachable';
  return 'unknown';
}
