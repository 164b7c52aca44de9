import { useState } from 'react';
import { formatLocalTime } from '#contract/date.ts';
import { differences } from '#site/content/differences.ts';
import { editor } from '#site/content/editor.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import { listRevisions, type Revision } from '#site/gateway/post-drafts.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import type { FormSession } from '../../form-session/use-form-session.ts';
import { QueryList } from '../../query-list.tsx';
import { useAdminQuery } from '../../use-admin-query.ts';
import type { PostValues } from '../post-values.ts';
import { ChosenVersion } from './chosen-version.tsx';
import { useSummaries } from './use-summaries.ts';

/** How many versions are compared with their predecessors at a time. */
const COMPARED = 20;

export type VersionsPanelProps = {
  item: AdminPost;
  form: FormSession<PostValues, AdminPost>;
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
          <VersionList {...{ revisions, categories: props.categories, chosenId, onChoose: choose }} />
          {chosen && <ChosenVersion key={chosen.id} revision={chosen} {...props} />}
        </div>
      )}
    </QueryList>
  );
}

type VersionListProps = {
  revisions: readonly Revision[];
  categories: readonly PostCategory[];
  chosenId: number | null;
  onChoose: (id: number) => void;
};

function VersionList({ revisions, categories, chosenId, onChoose }: VersionListProps) {
  const [count, setCount] = useState(COMPARED);
  const summaries = useSummaries(revisions, categories, count);
  return (
    <div>
      <ol className="versions-panel__list">
        {revisions.map((revision, index) => (
          <li key={revision.id}>
            <button type="button" aria-pressed={revision.id === chosenId} onClick={() => onChoose(revision.id)}>
              <span className="items__name">{revision.title}</span>
              {index < count && (
                <span className="versions-panel__change">
                  {summaries.get(revision.id) ?? differences.summary.loading}
                </span>
              )}
              <span className="items__slug">
                {describe(revision)}
                {index === 0 && ` · ${editor.versions.current}`}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {revisions.length > count && (
        <Button size="small" variant="line" onClick={() => setCount(count + COMPARED)}>
          {differences.older}
        </Button>
      )}
    </div>
  );
}

function describe({ saved_at, saved_by_email }: Revision): string {
  const { entry, operator } = editor.versions;
  return entry(formatLocalTime(saved_at), saved_by_email ?? operator);
}
