import { reviews as words } from '#site/content/reviews.ts';
import { BusyButton } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { useMedia } from '#site/ui/use-media.ts';

type WriterActionsProps = {
  state: 'waiting' | 'returned' | null;
  isBusy: boolean;
  onAsk: () => void;
  /** What can be discarded: a draft that does not wait. */
  discards: { label: string; run: () => void } | undefined;
};

/** The buttons of a writer: none publishes. Save, or Withdraw in its place, submits the form. On a phone a draft is discarded in the list. */
export function WriterActions({ state, isBusy, onAsk, discards }: WriterActionsProps) {
  const isWide = useMedia('(width >= 48rem)');
  if (state === 'waiting') {
    return (
      <div className="publish-actions">
        <Button size="small" type="submit" aria-disabled={isBusy}>
          {words.withdraw}
        </Button>
      </div>
    );
  }
  return (
    <div className="publish-actions">
      {isWide && discards && (
        <Button size="small" variant="quiet" disabled={isBusy} onClick={discards.run}>
          {discards.label}
        </Button>
      )}
      <Button size="small" variant="line" type="submit" aria-disabled={isBusy}>
        {words.save}
      </Button>
      <BusyButton
        size="small"
        onClick={() => isBusy || onAsk()}
        isBusy={isBusy}
        idle={state === 'returned' ? words.askAgain : words.ask}
        busy={words.sending}
      />
    </div>
  );
}
