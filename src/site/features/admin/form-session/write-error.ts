import { formatSavedTime } from '#contract/saved-time.ts';
import { dashboard, type WriteErrorKind } from '#site/content/dashboard.ts';
import { saving } from '#site/content/saving.ts';
import { PostConflict } from '#site/gateway/admin-posts.ts';
import { DraftConflict } from '#site/gateway/post-drafts.ts';
import { ItemConflict, RejectedWrite } from '#site/gateway/writes.ts';
import { SENTENCES } from '#site/messages.ts';
import type { NameOf } from '../names.ts';
import type { Failure, OtherVersion } from './form-state.ts';

/** The cause of a failed write by the codes of PostgreSQL and PostgREST (protocol.md 2.4), for the notice in the form. */
export function writeErrorKind(error: unknown): WriteErrorKind {
  if (error instanceof RejectedWrite) return 'refused';
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (message === SENTENCES.notAuthenticated || /^PGRST30[123]$/.test(code)) return 'signed-out';
  if (code === '42501') return 'refused';
  if (code === '23505') return 'slug-taken';
  // The only row of another table that a form names.
  if (code === '23503') return 'category-gone';
  if (/^(22...|23514|23502|PGRST204|PGRST102)$/.test(code)) return 'not-accepted';
  // A request without an answer has the browser's message and no code.
  if (!code && /TypeError|FetchError|TimeoutError|Failed to fetch|NetworkError|Load failed/.test(message))
    return 'unreachable';
  return 'unknown';
}

/** A write met another version. */
export type OtherSave = ItemConflict | DraftConflict;

/** The failure of a write, with the other version that it met, where `readOther` can read it. */
export async function readFailure<Values, Item>(
  cause: unknown,
  nameOf: NameOf,
  now: Date,
  readOther: (met: OtherSave) => Promise<OtherVersion<Values, Item>>,
): Promise<Failure<Values, Item>> {
  const failure = describeFailure(cause, nameOf, now);
  if (!(cause instanceof ItemConflict || cause instanceof DraftConflict)) return failure;
  const other = await readOther(cause).catch(() => null);
  return { ...failure, ...(other && { conflict: { ...other, who: nameOf(cause.by), userId: cause.by.userId } }) };
}

/** The failure of a write in words; a conflict names who saved the other version. */
export function describeFailure(
  cause: unknown,
  nameOf: NameOf,
  now: Date,
): Pick<Failure<unknown, unknown>, 'kind' | 'text' | 'cause'> {
  const words = saving.state;
  if (cause instanceof ItemConflict) {
    const textOf = cause instanceof PostConflict ? words.conflict : words.itemConflict;
    const time = formatSavedTime(cause.theirs.updated_at, now);
    return { kind: 'conflict', text: textOf(nameOf(cause.by), time), cause };
  }
  if (cause instanceof DraftConflict) return { kind: 'conflict', text: words.otherDraft(nameOf(cause.by)), cause };
  const kind = writeErrorKind(cause);
  return { kind, text: dashboard.form.errors[kind], cause };
}
