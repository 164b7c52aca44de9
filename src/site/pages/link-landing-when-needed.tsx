import { Suspense, lazy, useEffect, useState } from 'react';

const LinkLanding = lazy(async () => {
  const { LinkLanding: component } = await import('#site/features/account/link-landing.tsx');
  return { default: component };
});

/** Loads the auth client on a public page only if its address has the tokens of a link from a mail. */
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
