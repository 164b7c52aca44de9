import { useState } from 'react';
import { formatLocalTime } from '#contract/date.ts';
import { editor } from '#site/content/editor.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { type Revision, listRevisions } from '#site/gateway/revisions.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { QueryList } from '../../query-list.tsx';
import { useAdminQuery } from '../../use-admin-query.ts';
import type { ItemForm } from '../../use-item-form.ts';
import type { PostValues } from '../post-values.ts';
import { ChosenVersion } from './chosen-version.tsx';

export type VersionsPanelProps = {
  item: AdminPost;
  form: ItemForm<PostValues>;
  categories: readonly PostCategory[];
  onRestored: (post: AdminPost) => void;
};

/** Every saved version of the post: when and by whom, how it differs from the form, and its restore. Read when opened. */
export function VersionsPanel(props: VersionsPanelProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{editor.versions.heading}</summary>
      {isOpen && <Versions {...props} />}
    </details>
  );
}

function Versions(props: VersionsPanelProps) {
  const { item } = props;
  const words = editor.versions;
  const [chosenId, choose] = useState<number | null>(null);
  const query = useAdminQuery([...QUERY_KEYS.adminRevisions, item.id, item.updated_at], (client) =>
    listRevisions(client, item.id),
  );
  const chosen = query.data?.find(({ id }) => id === chosenId);
  return (
    <QueryList
      query={query}
      words={words}
      errorRole="alert"
      isEmpty={(revisions) => revisions.length === 0}
      empty={<p className="soft">{words.none}</p>}
    >
      {(revisions) => (
        <div className="versions-panel__body">
          <ol className="versions-panel__list">
            {revisions.map((revision, index) => (
              <li key={revision.id}>
                <button type="button" aria-pressed={revision.id === chosenId} onClick={() => choose(revision.id)}>
                  <span className="items__name">{revision.title}</span>
                  <span className="items__slug">
                    {describe(revision)}
                    {index === 0 && ` · ${words.current}`}
                  </span>
                </button>
              </li>
            ))}
          </ol>
          {chosen && <ChosenVersion key={chosen.id} revision={chosen} {...props} />}
        </div>
      )}
    </QueryList>
  );
}

function describe({ saved_at, saved_by_email }: Revision): string {
  const { entry, operator } = editor.versions;
  return entry(formatLocalTime(saved_at), saved_by_email ?? operator);
}
