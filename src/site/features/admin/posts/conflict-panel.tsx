import { useEffect, useRef } from 'react';
import { editor } from '#site/content/editor.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import type { Conflict } from '../form-session/form-state.ts';
import type { PostValues } from './post-values.ts';
import { Difference, readableForm } from './versions/difference.tsx';

type ConflictPanelProps = {
  conflict: Conflict<PostValues, AdminPost>;
  /** Says who saved the other version, and when. */
  heading: string;
  /** The post at present. */
  item: AdminPost;
  mine: PostValues;
  categories: readonly PostCategory[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Compares both versions before one is discarded. Takes the focus when it appears. */
export function ConflictPanel(props: ConflictPanelProps) {
  const { conflict, heading, item, mine, categories, onKeepMine, onTakeTheirs } = props;
  const words = editor.conflict;
  const { theirs } = conflict;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [theirs]);
  const known = item.categories ? [...categories, item.categories] : categories;
  return (
    <div ref={box} tabIndex={-1} className="conflict-panel stack">
      <Notice tone="danger" role="alert" title={heading} text={words.text} />
      <Difference
        before={readableForm(theirs, item, known)}
        after={readableForm(mine, item, known)}
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
