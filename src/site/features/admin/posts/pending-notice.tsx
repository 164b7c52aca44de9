import { formatSavedTime } from '#contract/saved-time.ts';
import { saving } from '#site/content/saving.ts';
import type { PendingDraft } from '#site/gateway/post-drafts.ts';
import { Notice } from '#site/ui/notice.tsx';
import { useUserId } from '../live/live-provider.tsx';
import { useNameOf } from '../names.ts';
import { useNow } from './local-time.ts';

const words = saving.pending;

/** Says that the form shows changes that readers do not see, and whose they are. */
export function PendingNotice({ pending, text = words.text }: { pending: PendingDraft; text?: string }) {
  const userId = useUserId();
  const nameOf = useNameOf();
  const by = { email: pending.saved_by_email, userId: pending.saved_by };
  const who = pending.saved_by === userId ? words.byOneself : nameOf(by);
  return (
    <Notice>
      <p>
        <strong>{words.title(who, formatSavedTime(pending.saved_at, useNow()))}.</strong> {text}
      </p>
    </Notice>
  );
}
