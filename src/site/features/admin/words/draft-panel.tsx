import { useState } from 'react';
import { formatLocalTime } from '#contract/date.ts';
import { previewLink } from '#site/content/preview-link.ts';
import { firmForm } from '#site/content/words-form.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import {
  discardPendingDraft,
  DraftConflict,
  findPendingDraft,
  type PendingDraft,
  savePendingDraft,
  schedulePendingDraft,
} from '#site/gateway/post-drafts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import type { WordsRow } from '#site/gateway/site-words.ts';
import { RejectedWrite } from '#site/gateway/writes.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { TextField } from '#site/ui/field.tsx';
import { toast } from '#site/ui/toast.ts';
import type { FormSession } from '../form-session/use-form-session.ts';
import { useUserId } from '../live/live-provider.tsx';
import { fromLocalInput, nameZone, toLocalInput, useNow } from '../posts/local-time.ts';
import { PreviewLinkForm } from '../posts/preview-link/preview-link.tsx';
import { useAdminMutation, useAdminQuery } from '../queries.ts';
import { QueryList } from '../query-list.tsx';
import type { WordValues } from './drafts.ts';

const { draft: words } = firmForm;

type Form = FormSession<WordValues, WordsRow>;
type DraftPanelProps = { form: Form; onDiscarded: () => void };

/** What can be done with the draft of a page: a time of publication, a preview link, and its end. */
export function DraftPanel({ form, onDiscarded }: DraftPanelProps) {
  const id = form.item?.id ?? '';
  const { draft: version } = form.origin;
  const query = useAdminQuery([...QUERY_KEYS.adminWords, 'draft', id, version], (client) =>
    findPendingDraft(client, id),
  );
  const discard = useDiscardDraft(form, onDiscarded);
  if (version === null) return <p className="soft">{words.none}</p>;
  return (
    <QueryList query={query} words={words} errorRole="alert">
      {(draft) =>
        draft && (
          <div className="draft-panel stack">
            <Schedule key={draft.publish_at} draft={draft} form={form} />
            <h3>{previewLink.heading}</h3>
            <PreviewLinkForm postId={id} text={previewLink.textOfPage} />
            <div>
              <Button
                size="small"
                variant="quiet"
                disabled={discard.isPending || form.isSaving}
                onClick={() => discard.mutate(id)}
              >
                {words.discard}
              </Button>
            </div>
          </div>
        )
      }
    </QueryList>
  );
}

type ScheduleProps = { draft: PendingDraft; form: Form };

function Schedule({ draft, form }: ScheduleProps) {
  const [typed, setTyped] = useState(toLocalInput(draft.publish_at));
  const [error, setError] = useState<string>();
  const userId = useUserId();
  const zone = nameZone(useNow());
  const scheduling = useAdminMutation({
    write: async (client, at: string | null) => {
      const kept = await findSeenDraft(client, draft.post_id, at === null ? null : { form, userId });
      return schedulePendingDraft(client, kept, at);
    },
    stale: [QUERY_KEYS.adminWords],
    failed: DASHBOARD_MESSAGES.scheduleWordsFailed,
    onDone: (_, at) => toast(at === null ? DASHBOARD_MESSAGES.wordsUnscheduled : DASHBOARD_MESSAGES.wordsScheduled),
  });
  const schedule = async (): Promise<void> => {
    const at = fromLocalInput(typed);
    const isLater = at !== null && Date.parse(at) > Date.now();
    setError(isLater ? undefined : words.inThePast);
    // What was typed last is part of the draft.
    if (isLater && (await form.save({ closes: false, keeps: true }))) scheduling.mutate(at);
  };
  const isBusy = scheduling.isPending || form.isSaving;
  return (
    <>
      {draft.publish_at && <p role="status">{words.scheduled(formatLocalTime(draft.publish_at))}</p>}
      <TextField
        id="words-publish-at"
        name="publish_at"
        label={words.at}
        hint={zone}
        error={error}
        type="datetime-local"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(undefined);
        }}
      />
      <div className="row wraps">
        <Button size="small" variant="line" aria-disabled={isBusy} onClick={() => isBusy || void schedule()}>
          {words.schedule}
        </Button>
        {draft.publish_at && (
          <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={() => isBusy || scheduling.mutate(null)}>
            {words.unschedule}
          </Button>
        )}
      </div>
    </>
  );
}

/**
 * The draft as it is now: the form may have saved it since. A draft of somebody else is neither published nor discarded
 * unseen: throws DraftConflict. Throws RejectedWrite where there is none, and the backend's error.
 */
async function findSeenDraft(
  client: DataClient,
  id: string,
  seenBy: { form: Form; userId: string | undefined } | null,
): Promise<PendingDraft> {
  const kept = await findPendingDraft(client, id);
  if (!kept) throw new RejectedWrite();
  const isSeen = !seenBy || kept.version === seenBy.form.origin.draft || kept.saved_by === seenBy.userId;
  if (!isSeen) throw new DraftConflict(kept);
  return kept;
}

/** Deletes the draft; the toast offers to bring it back. */
function useDiscardDraft(form: Form, onDiscarded: () => void) {
  const userId = useUserId();
  const restoring = useAdminMutation({
    write: (client, { post_id, version, fields, base, publish_at }: PendingDraft) =>
      savePendingDraft(client, { post_id, version, fields, base, publish_at }, []),
    stale: [QUERY_KEYS.adminWords],
    failed: DASHBOARD_MESSAGES.restoreDraftFailed,
    onDone: () => toast(DASHBOARD_MESSAGES.draftRestored),
  });
  return useAdminMutation({
    write: async (client, id: string) => {
      const draft = await findSeenDraft(client, id, { form, userId });
      if (!(await discardPendingDraft(client, draft))) throw new RejectedWrite();
      return draft;
    },
    stale: [QUERY_KEYS.adminWords],
    failed: DASHBOARD_MESSAGES.discardDraftFailed,
    onDone: (draft) => {
      const action = { ...words.undo, run: () => restoring.mutate(draft) };
      toast({ ...DASHBOARD_MESSAGES.draftDiscarded, action });
      onDiscarded();
    },
  });
}
