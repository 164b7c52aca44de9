import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { dashboard } from '#site/content/dashboard.ts';
import type { ListPage } from '#site/gateway/lists.ts';
import { Pagination } from '#site/sections/pagination.tsx';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import type { ListState } from './list-params.ts';

type QueryListProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'isPending' | 'isError' | 'isFetching' | 'refetch'>;
  words: { loading: string; failed: string };
  /** Where no toast announces the error. */
  errorRole?: 'alert';
  /** In place of a list or a page without rows. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Every list of the dashboard: its loading, error, empty and filled states. */
export function QueryList<Data>({ query, words, errorRole, empty = null, children }: QueryListProps<Data>) {
  const { data, isPending, isError, isFetching, refetch } = query;
  return (
    <>
      {isPending && <Spinner label={words.loading} />}
      {isError && (
        <RetryNotice text={words.failed} role={errorRole} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (hasRows(data) ? children(data) : empty)}
    </>
  );
}

/** Whether there is something to show: rows, or data of another shape. */
function hasRows(data: unknown): boolean {
  if (Array.isArray(data)) return data.length > 0;
  return (data as Partial<ListPage<unknown>> | null)?.total !== 0;
}

type RetryNoticeProps = {
  text: string;
  role?: 'alert' | undefined;
  words?: { retry: string; loading: string };
  isBusy: boolean;
  onRetry: () => void;
  /** Beside the button. */
  children?: ReactNode;
};

/** Something could not be read; a button reads it again. */
export function RetryNotice({ text, role, words = dashboard, isBusy, onRetry, children }: RetryNoticeProps) {
  return (
    <Notice tone="danger" {...(role && { role })}>
      <p>{text}</p>
      <div className="notice-actions wraps">
        <Button size="small" variant="line" disabled={isBusy} onClick={onRetry}>
          <BusyLabel isBusy={isBusy} idle={words.retry} busy={words.loading} />
        </Button>
        {children}
      </div>
    </Notice>
  );
}

/** A closed section whose content is rendered, and read, while it is open. */
export function Disclosure({ summary, children }: { summary: string; children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}

type ListMessageProps = { text: string; action?: { label: string; run: () => void } };

/** In place of the items of a tab: why there are none, and perhaps what to do. */
export function ListMessage({ text, action }: ListMessageProps) {
  return (
    <div className="query-list__empty">
      <p className="lead">{text}</p>
      {action && (
        <Button size="small" variant="line" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

type PagedRowsProps<Item, Params> = {
  page: ListPage<Item>;
  size: number;
  list: ListState<Params>;
  children: ReactNode;
};

/** One page of a list, and the links to the others; beyond the last page, a button that leads to the first. */
export function PagedRows<Item, Params extends { page: number }>(props: PagedRowsProps<Item, Params>) {
  const { page, size, list, children } = props;
  const words = dashboard.pages;
  if (page.rows.length === 0) {
    const toFirstPage = () => list.change({ page: 1 } as Partial<Params>);
    return <ListMessage text={words.beyond} action={{ label: words.first, run: toFirstPage }} />;
  }
  return (
    <>
      {children}
      <Pagination page={list.params.page} pages={Math.ceil(page.total / size)} hrefOf={list.hrefOf} words={words} />
    </>
  );
}

export function rangeOfPage(page: number, size: number) {
  return { offset: (page - 1) * size, limit: size };
}
