import { useState } from 'react';
import { formatLocalTime } from '#contract/date.ts';
import { previewLink as words } from '#site/content/preview-link.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { createPreviewLink, endPreviewLink, findPreviewLink, type PreviewLink } from '#site/gateway/post-previews.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { TextField } from '#site/ui/field.tsx';
import { toast } from '#site/ui/toast.ts';
import { useAdminMutation, useAdminQuery } from '../../queries.ts';
import { Disclosure, RetryNotice } from '../../query-list.tsx';

/** Makes, copies and ends the link to a post for people without an account. */
export function PreviewLinkPanel({ postId }: { postId: string }) {
  return <Disclosure summary={words.heading}>{() => <PreviewLinkForm postId={postId} text={words.text} />}</Disclosure>;
}

type PreviewLinkFormProps = { /** The id of a post, or of a page of words. */ postId: string; text: string };

export function PreviewLinkForm({ postId, text }: PreviewLinkFormProps) {
  const [url, setUrl] = useState<string | null>(null);
  const key = [...QUERY_KEYS.adminPreviewLink, postId] as const;
  const { data: link, isError, isFetching, refetch } = useAdminQuery(key, (client) => findPreviewLink(client, postId));
  const making = useAdminMutation({
    write: createPreviewLink,
    stale: [key],
    failed: DASHBOARD_MESSAGES.makePreviewFailed,
    onDone: (path) => setUrl(new URL(path, window.location.origin).href),
  });
  const ending = useAdminMutation({
    write: endPreviewLink,
    stale: [key],
    failed: DASHBOARD_MESSAGES.endPreviewFailed,
    onDone: () => {
      setUrl(null);
      toast(DASHBOARD_MESSAGES.previewEnded);
    },
  });
  if (isError) return <RetryNotice text={words.failed} isBusy={isFetching} onRetry={() => void refetch()} />;
  const isBusy = making.isPending || ending.isPending || link === undefined;
  return (
    <div className="stack">
      <p className="soft">{text}</p>
      {url ? <LinkToCopy url={url} /> : <LinkState link={link ?? null} />}
      <div className="row wraps">
        <Button size="small" variant="line" aria-disabled={isBusy} onClick={() => isBusy || making.mutate(postId)}>
          {link ? words.makeAnother : words.make}
        </Button>
        {link && (
          <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={() => isBusy || ending.mutate(postId)}>
            {words.end}
          </Button>
        )}
      </div>
    </div>
  );
}

function LinkState({ link }: { link: PreviewLink | null }) {
  if (!link) return null;
  return <p role="status">{words.works(formatLocalTime(link.created_at), formatLocalTime(link.expires_at))}</p>;
}

function LinkToCopy({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // Without https a browser has no clipboard: the selected link is copied by hand.
      document.querySelector<HTMLInputElement>('#preview-link')?.select();
    }
  };
  return (
    <>
      <TextField
        id="preview-link"
        name="preview-link"
        label={words.label}
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="row">
        <Button size="small" onClick={() => void copy()}>
          {words.copy}
        </Button>
        <span role="status">{isCopied && words.copied}</span>
      </div>
    </>
  );
}
