import { serverGateway } from '#site/gateway/load-context.server.ts';
import { pathsThat } from '#site/route-table.ts';
import type { Route } from './+types/robots';

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(serverGateway).config;
  const disallowed = pathsThat('isPersonal').map((path) => `Disallow: ${path}`);
  const lines = ['User-agent: *', ...disallowed, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
