import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { dashboard } from '#site/content/dashboard.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import type { Page } from './use-page.ts';

type PageStatesProps<Row> = {
  query: UseQueryResult<Page<Row>>;
  words: { loading: string; failed: string };
  empty: string;
  children: (page: Page<Row>) => ReactNode;
};

/** The loading, failed, empty and filled states of a long list. */
export function PageStates<Row>({ query, words, empty, children }: PageStatesProps<Row>) {
  const { data, isPending, isError, isFetching, refetch } = query;
  return (
    <>
      {isPending && <Spinner label={words.loading} />}
      {isError && (
        <Notice tone="danger">
          <p>{words.failed}</p>
          <div className="notice-actions">
            <Button size="small" variant="line" disabled={isFetching} onClick={() => void refetch()}>
              {isFetching ? dashboard.loading : dashboard.retry}
            </Button>
          </div>
        </Notice>
      )}
      {data?.rows.length === 0 && <p className="dashboard-tab__empty lead">{empty}</p>}
      {data && data.rows.length > 0 && children(data)}
    </>
  );
}
