import { useLive } from './use-live.ts';

/** Announces the saves of others to screen readers. The region is always there, so that its changes are announced. */
export function LiveNews() {
  const { news } = useLive();
  return (
    <div role="status" className="sr-only">
      <p key={news.count}>{news.text}</p>
    </div>
  );
}
