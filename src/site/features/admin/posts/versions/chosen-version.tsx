import { useQuery } from '@tanstack/react-query';
import { editor } from '#site/content/editor.ts';
import { browserClient } from '#site/gateway/client.ts';
import { type Revision, readRevision } from '#site/gateway/revisions.ts';
import { Button } from '#site/ui/button.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import { Difference } from './difference.tsx';
import { readableForm, readableVersion } from './readable.ts';
import { useRestoreVersion } from './use-restore-version.ts';
import type { VersionsPanelProps } from './versions-panel.tsx';

/** What a version differs in from the form, and the button that brings it back. */
export function ChosenVersion({
  revision,
  item,
  form,
  categories,
  onRestored,
}: VersionsPanelProps & { revision: Revision }) {
  const words = editor.versions;
  const { data, isPending, isError } = useQuery({
    queryKey: ['admin-revision', String(revision.id)],
    queryFn: async () => readRevision(await browserClient(), revision.id),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  const { restore, isRestoring } = useRestoreVersion({ item, form, onRestored });
  if (isPending) return <Spinner label={words.loading} />;
  if (isError) return <p role="alert">{words.failed}</p>;
  return (
    <div className="versions__chosen">
      <Difference
        before={readableVersion(data, categories)}
        after={readableForm(form.values, item, categories)}
        legend={words.legend}
        same={words.same}
      />
      <Button size="small" variant="line" aria-disabled={isRestoring} onClick={() => restore(data, categories)}>
        {words.restore}
      </Button>
      <p className="soft">{words.restoreHint}</p>
    </div>
  );
}
