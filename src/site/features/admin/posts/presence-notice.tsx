import { saving } from '#site/content/saving.ts';
import { Notice } from '#site/ui/notice.tsx';
import { usePresence } from './use-presence.ts';

/** Says who else has this post open. The status region is always there, so that its changes are announced. */
export function PresenceNotice({ postId }: { postId: string }) {
  const others = usePresence(postId);
  return (
    <div role="status" className="presence-notice">
      {others.length > 0 && (
        <Notice>
          <p>{saving.presence(others)}</p>
        </Notice>
      )}
    </div>
  );
}
