import { isRouteErrorResponse } from 'react-router';
import { firm } from '#site/content/firm.ts';
import { pageFailed } from '#site/content/not-found.ts';
import { NotFoundScene } from '#site/sections/not-found-scene.tsx';

/** The error page; unknown addresses have a page of their own. */
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
