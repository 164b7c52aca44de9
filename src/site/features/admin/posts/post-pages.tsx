import { editor } from '#site/content/editor.ts';
import { dashboard } from '#site/content/dashboard.ts';
import type { ListedPosts } from '#site/gateway/admin-post-list.ts';
import { Pagination } from '#site/sections/pagination.tsx';
import { Button } from '#site/ui/button.tsx';
import type { useRemoval } from '../use-removal.ts';
import { BulkBar } from './bulk-bar.tsx';
import { type ListAddress, WHOLE_LIST, writeListAddress } from './list-address.ts';
import { PostTable } from './post-table.tsx';
import { useBulk } from './use-bulk.ts';
import { POSTS_A_PAGE } from './use-post-page.ts';
import { useSelection } from './use-selection.ts';

type PostPagesProps = {
  address: ListAddress;
  change: (part: Partial<ListAddress>) => void;
  page: ListedPosts | undefined;
  removal: ReturnType<typeof useRemoval>;
  duplicatingId: string | null | undefined;
  onEdit: (id: string) => void;
  onDuplicate: (id: string) => void;
};

/** The found posts, what can be done with many of them, and the way to the other pages. */
export function PostPages({ address, change, page, removal, duplicatingId, onEdit, onDuplicate }: PostPagesProps) {
  const posts = page?.posts ?? [];
  const selection = useSelection(posts);
  const bulk = useBulk(selection.clear);
  if (!page) return null;
  if (page.total === 0) {
    return (
      <Nothing
        text={dashboard.posts.noMatch}
        action={editor.list.clear}
        onAct={() => change({ ...WHOLE_LIST, order: address.order })}
      />
    );
  }
  if (posts.length === 0) {
    return <Nothing text={editor.list.beyond} action={editor.list.firstPage} onAct={() => change({ page: 1 })} />;
  }
  return (
    <>
      <BulkBar
        count={selection.ids.length}
        isBusy={bulk.isBusy}
        onAct={(act) => bulk.askAndDo({ act, ids: selection.ids })}
        onClear={selection.clear}
      />
      <PostTable
        posts={posts}
        selection={selection}
        removingId={removal.removingId}
        duplicatingId={duplicatingId}
        onEdit={onEdit}
        onDuplicate={onDuplicate}
        onRemove={removal.askAndRemove}
      />
      <Pagination
        page={address.page}
        pages={Math.ceil(page.total / POSTS_A_PAGE)}
        hrefOf={(number) => `/admin?${writeListAddress({ ...address, page: number })}`}
        words={editor.list.pages}
      />
    </>
  );
}

function Nothing({ text, action, onAct }: { text: string; action: string; onAct: () => void }) {
  return (
    <div className="dashboard-tab__empty">
      <p className="lead">{text}</p>
      <Button size="small" variant="line" onClick={onAct}>
        {action}
      </Button>
    </div>
  );
}
