import { editor } from '#site/content/editor.ts';
import { readRevision, type Revision } from '#site/gateway/post-drafts.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { QueryList } from '../../query-list.tsx';
import { useAdminQuery } from '../../use-admin-query.ts';
import { Difference } from './difference.tsx';
import { readableForm, readableVersion } from './readable.ts';
import { useRestoreVersion } from './use-restore-version.ts';
import type { VersionsPanelProps } from './versions-panel.tsx';

type ChosenVersionProps = VersionsPanelProps & { revision: Revision };

/** How a version differs from the form, and the button that restores it. */
export function ChosenVersion({ revision, item, form, categories, onRestored }: ChosenVersionProps) {
  const words = editor.versions;
  const query = useAdminQuery(
    [...QUERY_KEYS.adminRevision, revision.id],
    (client) => readRevision(client, revision.id),
    // A revision never changes.
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const { restore, isRestoring } = useRestoreVersion({ item, form, onRestored });
  return (
    <QueryList query={query} words={words} errorRole="alert" isEmpty={() => false} empty={null}>
      {(version) => (
        <div className="chosen-version">
          <Difference
            before={readableVersion(version, categories)}
            after={readableForm(form.values, item, categories)}
            legend={words.legend}
            same={words.same}
          />
          <Button size="small" variant="line" aria-disabled={isRestoring} onClick={() => restore(version, categories)}>
            {words.restore}
          </Button>
          <p className="soft">{words.restoreHint}</p>
        </div>
      )}
    </QueryList>
  );
}
