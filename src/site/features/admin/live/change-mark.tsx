import { Fragment } from 'react';
import { formatSavedTime } from '#contract/saved-time.ts';
import { live } from '#site/content/live.ts';
import { useNow } from '../posts/use-now.ts';
import type { LiveMark } from './live-state.ts';

/** In a row that somebody else saved: who, and when. A long address breaks at its sign. */
export function ChangeMark({ mark }: { mark: LiveMark | undefined }) {
  const now = useNow();
  if (!mark) return null;
  const say = mark.isNew ? live.created : live.changed;
  const [start = '', ...rest] = say(mark.who, formatSavedTime(mark.at, now)).split('@');
  return (
    <p className="change-mark">
      <span>
        {start}
        {rest.map((part) => (
          <Fragment key={part}>
            <wbr />@{part}
          </Fragment>
        ))}
      </span>
    </p>
  );
}
