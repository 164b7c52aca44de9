import { useEffect, useRef } from 'react';
import { formatSavedTime } from '#contract/saved-time.ts';
import { editor } from '#site/content/editor.ts';
import { saving } from '#site/content/saving.ts';
import type { PostConflict } from '#site/gateway/admin-posts.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { nameOf } from '../live/live-marks.tsx';
import { useUserId } from '../live/live-provider.tsx';
import { useNow } from './local-time.ts';
import type { PostValues } from './post-values.ts';
import { Difference, readableForm, readableVersion } from './versions/difference.tsx';

type ConflictPanelProps = {
  conflict: PostConflict;
  mine: PostValues;
  categories: readonly PostCategory[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Compares both versions before one is discarded. Takes the focus when it appears. */
export function ConflictPanel({ conflict, mine, categories, onKeepMine, onTakeTheirs }: ConflictPanelProps) {
  const userId = useUserId();
  const words = editor.conflict;
  const { theirs, by } = conflict;
  const time = formatSavedTime(theirs.updated_at, useNow());
  const heading = by.userId ? saving.conflict(nameOf(by, userId), time) : words.heading;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [theirs]);
  const known = theirs.categories ? [...categories, theirs.categories] : categories;
  return (
    <div ref={box} tabIndex={-1} className="conflict-panel">
      <Notice tone="danger" role="alert" title={heading}>
        <p>{words.text}</p>
      </Notice>
      <Difference
        before={readableVersion(theirs, known)}
        after={readableForm(mine, theirs, known)}
        legend={words.legend}
        same={editor.versions.same}
      />
      <div className="notice-actions wraps">
        <Button size="small" variant="line" onClick={onKeepMine}>
          {words.mine}
        </Button>
        <Button size="small" variant="line" onClick={onTakeTheirs}>
          {words.theirs}
        </Button>
      </div>
      <p className="soft">{words.theirsHint}</p>
    </div>
  );
}
