import { useRouteLoaderData } from 'react-router';
import { SITE_CONFIG_ID, type SiteConfig } from '#site/gateway/site-config.ts';
import { InlineScript } from '#site/ui/inline-script.tsx';

/** The configuration for the code of a page that calls the backend from the browser, as a data block. */
export function PageConfig() {
  const root = useRouteLoaderData<{ config: SiteConfig }>('root');
  return root && <InlineScript id={SITE_CONFIG_ID} type="application/json" code={JSON.stringify(root.config)} />;
}
