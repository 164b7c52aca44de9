import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { editor } from '#site/content/editor.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import { browserClient } from '#site/gateway/client.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { type Revision, listRevisions } from '#site/gateway/revisions.ts';
import { Spinner } from '#site/ui/spinner.tsx';
import type { ItemForm } from '../../use-item-form.ts';
import { formatMoment } from '../../moment.ts';
import type { PostValues } from '../post-values.ts';
import { ChosenVersion } from './chosen-version.tsx';

export type VersionsPanelProps = {
  item: AdminPost;
  form: ItemForm<PostValues>;
  categories: readonly PostCategory[];
  onRestored: (post: AdminPost) => void;
};

/** Every saved version of the post: who and when, what differs from the form, and the way back. Read when opened. */
export function VersionsPanel(props: VersionsPanelProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="versions" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{editor.versions.heading}</summary>
      {isOpen && <Versions {...props} />}
    </details>
  );
}

function Versions(props: VersionsPanelProps) {
  const { item } = props;
  const words = editor.versions;
  const [chosenId, choose] = useState<number | null>(null);
  const { data, isPending, isError } = useQuery({
    queryKey: ['admin-revisions', item.id, item.updated_at],
    queryFn: async () => listRevisions(await browserClient(), item.id),
    staleTime: 0,
    networkMode: 'always',
  });
  if (isPending) return <Spinner label={words.loading} />;
  if (isError) return <p role="alert">{words.failed}</p>;
  if (data.length === 0) return <p className="soft">{words.none}</p>;
  const chosen = data.find(({ id }) => id === chosenId);
  return (
    <div className="versions__body">
      <ol className="versions__list">
        {data.map((revision, index) => (
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
  );
}

function describe({ saved_at, saved_by_email }: Revision): string {
  const { entry, operator } = editor.versions;
  return entry.replace('{date}', formatMoment(saved_at)).replace('{who}', saved_by_email ?? operator);
}
