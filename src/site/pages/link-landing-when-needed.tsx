import { Suspense, lazy, useEffect, useState } from 'react';

const LinkLanding = lazy(async () => {
  const { LinkLanding: component } = await import('#site/features/account/link-landing.tsx');
  return { default: component };
});

/** The auth client is loaded on a public page only when its address carries the tokens of a link from a mail. */
export function LinkLandingWhenNeeded() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => setNeeded(/[#&](access_token|error_description)=/.test(window.location.hash)), []);
  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <LinkLanding />
    </Suspense>
  );
}
