import { formatSavedTime } from '#contract/saved-time.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { saving } from '#site/content/saving.ts';
import { useNow } from './posts/use-now.ts';
import { useOnline } from './use-online.ts';
import type { SaveStatus } from './use-save-status.ts';

type SaveStateProps = {
  status: SaveStatus;
  isDirty: boolean;
  /** The form was changed while it was being saved. */
  hasLaterWords: boolean;
};

/**
 * The one line that says whether the form is saved. Only errors and a lost connection are announced: the other states
 * change every few seconds while somebody types.
 */
export function SaveState(props: SaveStateProps) {
  const isOnline = useOnline();
  const now = useNow();
  const { error, isSaving } = props.status;
  const isOffline = !isOnline && props.isDirty && !isSaving;
  const shown = isSaving || isOffline ? null : error;
  return (
    <div className="item-form__state soft">
      {shown && (
        <p role="alert" className="item-form__error">
          {shown.text}
        </p>
      )}
      <p role="status">{isOffline ? saving.state.offline : ''}</p>
      {!shown && !isOffline && <p>{quietStateOf(props, now)}</p>}
    </div>
  );
}

function quietStateOf({ status, isDirty, hasLaterWords }: SaveStateProps, now: Date): string {
  const words = saving.state;
  const { savedAt, isOwn, isPending, isOnlyManual } = status;
  if (status.isSaving) return words.saving;
  const time = savedAt && formatSavedTime(savedAt, now);
  if (isDirty) {
    if (time && isOwn && isOnlyManual) return words.savedDraft(time);
    return hasLaterWords || isOwn ? dashboard.form.typedSince : words.unsaved;
  }
  if (!time) return dashboard.form.keys;
  return isPending ? words.savedPending(time) : words.saved(time);
}
