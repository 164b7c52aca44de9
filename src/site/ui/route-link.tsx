import type { AnchorHTMLAttributes } from 'react';
import { Link } from 'react-router';
import { hydrates } from '#site/route-table.ts';

export type RouteLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

const isInside = (href: string) => href.startsWith('/') && !href.startsWith('//');
const pathOf = (href: string) => href.split(/[?#]/, 1)[0] ?? '';

/**
 * The one link of the site. Only hydrated pages can be entered in place; every other page ships no framework code,
 * so the browser must load its document. Anything that is not a path of the site (`tel:`, `mailto:`, `#id`,
 * another host) is a plain anchor.
 */
export function RouteLink({ href, ...rest }: RouteLinkProps) {
  if (!isInside(href))
    return <a href={href} {...(rest.target === '_blank' && { rel: 'noopener noreferrer' })} {...rest} />;
  return <Link to={href} reloadDocument={!hydrates(pathOf(href))} {...rest} />;
}
