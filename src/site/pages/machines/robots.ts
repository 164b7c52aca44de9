import { serverGateway } from '#site/gateway/load-context.server.ts';
import type { Route } from './+types/robots';

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(serverGateway).config;
  const lines = ['User-agent: *', 'Disallow: /admin', 'Disallow: /auth', '', `Sitemap: ${siteUrl}/sitemap.xml`, ''];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
