import { isRouteErrorResponse } from 'react-router';

/** Shown when a page itself broke; unknown addresses have their own page. */
export function PageFailed({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <section className="wrap">
      <h1>{status}</h1>
    </section>
  );
}
