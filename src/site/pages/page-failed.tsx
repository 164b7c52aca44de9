import { isRouteErrorResponse } from 'react-router';
import { firm } from '#site/content/firm.ts';
import { pageFailed } from '#site/content/page-failed.ts';
import { NotFoundScene } from '#site/sections/not-found-scene.tsx';

/** Shown when a page itself broke; unknown addresses have their own page. */
export function PageFailed({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { metaTitle, heading, text, home, contact } = pageFailed;
  return (
    <>
      <title>{`${metaTitle} | ${firm.name}`}</title>
      <meta name="robots" content="noindex" />
      <NotFoundScene code={String(status)} heading={heading} text={text} action={home} others={[contact]} />
    </>
  );
}
