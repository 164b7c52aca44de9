import type { ReactNode, RefObject } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { dashboard, type ListWords } from '#site/content/dashboard.ts';
import { Button } from '#site/ui/button.tsx';
import { Icon } from '#site/ui/icon.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { Spinner } from '#site/ui/spinner.tsx';

type ItemListProps = {
  words: ListWords;
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'isFetching' | 'refetch'>;
  /** How many items there are; undefined until it is known. */
  count: number | undefined;
  /** Out of sight while a form is open; it stays in the page, so that its filter and place are kept. */
  isHidden: boolean;
  createRef: RefObject<HTMLButtonElement | null>;
  onCreate: () => void;
  /** The line under the heading; by default the number of items. */
  summary?: string | undefined;
  before?: ReactNode;
  /** Under the list, empty or not. */
  after?: ReactNode;
  /** The items; shown where there are any. */
  children: ReactNode;
};

/** The frame of a tab's list: heading, New button, and the loading, failed, empty and filled states. */
export function ItemList(props: ItemListProps) {
  const { words, query, count, isHidden, createRef, onCreate, summary, before, after, children } = props;
  return (
    <div hidden={isHidden}>
      <div className="dashboard-tab__head">
        <h2 className="sr-only">{words.heading}</h2>
        <p className="tabular" aria-live="polite">
          {count === undefined ? '\u00a0' : (summary ?? countOf(words, count))}
        </p>
        <Button size="small" ref={createRef} onClick={onCreate}>
          <Icon name="plus" />
          {words.create}
        </Button>
      </div>
      {before}
      {query.isPending && <Spinner label={words.loading} />}
      {query.isError && <Failed text={words.failed} isBusy={query.isFetching} onRetry={() => void query.refetch()} />}
      {count === 0 && <p className="dashboard-tab__empty lead">{words.empty}</p>}
      {count !== undefined && count > 0 && children}
      {after}
    </div>
  );
}

function Failed({ text, isBusy, onRetry }: { text: string; isBusy: boolean; onRetry: () => void }) {
  return (
    <Notice tone="danger">
      <p>{text}</p>
      <div className="notice-actions">
        <Button size="small" variant="line" disabled={isBusy} onClick={onRetry}>
          {isBusy ? dashboard.loading : dashboard.retry}
        </Button>
      </div>
    </Notice>
  );
}

function countOf(words: ListWords, n: number): string {
  return (n === 1 ? words.one : words.many).replace('{n}', String(n));
}
