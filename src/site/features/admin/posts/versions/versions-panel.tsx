import { useState } from 'react';
import { formatLocalTime } from '#contract/date.ts';
import { isPublic } from '#contract/post-status.ts';
import { differences } from '#site/content/differences.ts';
import { editor } from '#site/content/editor.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { type AdminPost, PostConflict, updatePost } from '#site/gateway/admin-posts.ts';
import { listRevisions, readRevision, readRevisions, type Revision } from '#site/gateway/post-drafts.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import type { PostFields } from '#site/gateway/site-database.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { Dialog } from '#site/ui/dialog.tsx';
import { toast } from '#site/ui/toast.ts';
import type { FormSession } from '../../form-session/use-form-session.ts';
import { nameOrAddress, useNames } from '../../names.ts';
import { staleAfter, useAdminMutation, useAdminQuery } from '../../queries.ts';
import { Disclosure, QueryList } from '../../query-list.tsx';
import type { PostValues } from '../post-values.ts';
import { Difference, readableForm, readableVersion } from './difference.tsx';

/** How many versions are compared with their predecessors at a time. */
const COMPARED = 20;

type VersionsPanelProps = {
  item: AdminPost;
  form: FormSession<PostValues, AdminPost>;
  categories: readonly PostCategory[];
  onRestored: (post: AdminPost) => void;
};

/** Every saved version of the post: when and by whom, how it differs from the form, and its restore. Read when opened. */
export function VersionsPanel(props: VersionsPanelProps) {
  return <Disclosure summary={editor.versions.heading}>{() => <Versions {...props} />}</Disclosure>;
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
    <QueryList query={query} words={words} errorRole="alert" empty={<p className="soft">{words.none}</p>}>
      {(revisions) => (
        <>
          <VersionList revisions={revisions} categories={props.categories} onChoose={choose} />
          <Dialog
            isWide
            isOpen={chosen !== undefined}
            onClose={() => choose(null)}
            title={words.dialog}
            closeLabel={words.close}
          >
            {chosen && <ChosenVersion revision={chosen} {...props} />}
          </Dialog>
        </>
      )}
    </QueryList>
  );
}

type VersionListProps = {
  revisions: readonly Revision[];
  categories: readonly PostCategory[];
  onChoose: (id: number) => void;
};

function VersionList({ revisions, categories, onChoose }: VersionListProps) {
  const describe = useDescription();
  const [count, setCount] = useState(COMPARED);
  const summaries = useSummaries(revisions, categories, count);
  return (
    <div>
      <ol className="versions-panel__list">
        {revisions.map((revision, index) => (
          <li key={revision.id}>
            <button type="button" aria-haspopup="dialog" onClick={() => onChoose(revision.id)}>
              <span className="items__name">{revision.title}</span>
              {index < count && (
                <span className="versions-panel__change">
                  {summaries?.get(revision.id) ?? differences.summary.loading}
                </span>
              )}
              <span className="items__slug label soft">
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

function useDescription() {
  const names = useNames();
  const { entry, operator } = editor.versions;
  return ({ saved_at, saved_by, saved_by_email }: Revision): string =>
    entry(formatLocalTime(saved_at), nameOrAddress(names, { email: saved_by_email, userId: saved_by }) ?? operator);
}

type ChosenVersionProps = VersionsPanelProps & { revision: Revision };

/** How a version differs from the form, and the button that restores it. */
function ChosenVersion({ revision, item, form, categories, onRestored }: ChosenVersionProps) {
  const describe = useDescription();
  const words = editor.versions;
  const query = useAdminQuery(
    [...QUERY_KEYS.adminRevision, revision.id],
    (client) => readRevision(client, revision.id),
    // A revision never changes.
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const { restore, isRestoring } = useRestoreVersion({ item, form, onRestored });
  return (
    <QueryList query={query} words={words} errorRole="alert">
      {(version) => (
        <div className="chosen-version stack">
          <p>
            <strong>{revision.title}</strong>, {describe(revision)}
          </p>
          <Difference
            before={readableVersion(version, categories)}
            after={readableForm(form.values, item, categories)}
            legend={words.legend}
            same={words.same}
          />
          <div className="chosen-version__bar row">
            <Button size="small" aria-disabled={isRestoring} onClick={() => restore(version, categories)}>
              {words.restore}
            </Button>
            <p className="soft">{words.restoreHint}</p>
          </div>
        </div>
      )}
    </QueryList>
  );
}

type RestoreOptions = {
  item: AdminPost;
  form: FormSession<PostValues, AdminPost>;
  onRestored: (post: AdminPost) => void;
};

/** Saves an earlier version over the opened one. Status, date and slug stay, so that a restore does not publish or move a page. */
function useRestoreVersion({ item, form, onRestored }: RestoreOptions) {
  const { mutate, isPending } = useAdminMutation({
    write: (client, fields: Partial<PostFields>) =>
      updatePost(client, item.id, fields, item.updated_at, { draft: form.origin.draft }),
    stale: staleAfter('post'),
    failed: DASHBOARD_MESSAGES.restoreVersionFailed,
    explain: (error) => (error instanceof PostConflict ? DASHBOARD_MESSAGES.savedMeanwhile : undefined),
    onDone: (post) => {
      toast(DASHBOARD_MESSAGES.versionRestored);
      // The save has removed the pending draft; its text stays on this device.
      form.makeWay(item.id, form.origin.draft !== null);
      onRestored(post);
    },
  });
  const restore = (version: PostFields, categories: readonly { id: string }[]): void => {
    const known = { hasChanges: form.isDirty || form.origin.draft !== null, isPublic: isPublic(item, new Date()) };
    const mustAsk = known.hasChanges || known.isPublic;
    if (isPending || (mustAsk && !window.confirm(editor.versions.question(known)))) return;
    const { status: _status, slug: _slug, published_at: _publishedAt, category_id, ...fields } = version;
    // A deleted category cannot be restored with the version; the present one stays.
    mutate({ ...fields, ...(categories.some(({ id }) => id === category_id) && { category_id }) });
  };
  return { restore, isRestoring: isPending };
}

type Named = { id: string; name: string };

/**
 * What each of the newest `count` revisions changed, by its id; undefined while it is read. The content of a revision may
 * be long, so older ones are read when they are asked for.
 */
function useSummaries(revisions: readonly Revision[], categories: readonly Named[], count: number) {
  // One more, to compare the oldest of them with.
  const ids = revisions.slice(0, count + 1).map(({ id }) => id);
  const { data } = useAdminQuery(
    [...QUERY_KEYS.adminRevision, 'summaries', count, categories, ...ids],
    async (client) => {
      const [{ summarize }, posts] = await Promise.all([import('./compare.ts'), readRevisions(client, ids)]);
      const all = ids.flatMap((id) => {
        const post = posts.get(id);
        return post ? [{ id, readable: readableVersion(post, categories) }] : [];
      });
      const newest = all.slice(0, count);
      return new Map(newest.map(({ id, readable }, at) => [id, summarize(readable, all[at + 1]?.readable ?? null)]));
    },
    // A revision never changes.
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return data;
}
