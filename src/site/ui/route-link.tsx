import type { AnchorHTMLAttributes } from 'react';
import { Link } from 'react-router';
import { hydrates } from '#site/route-table.ts';

export type RouteLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

const isInside = (href: string) => /^\/(?!\/)/.test(href);
const pathOf = (href: string) => href.split(/[?#]/, 1)[0] ?? '';

/**
 * The link component of the site. Hydrated pages are opened by client-side navigation. All other pages ship no framework
 * code, so the browser loads their document. Anything that is not a path of the site (`tel:`, `mailto:`, `#id`, another
 * host) is a plain anchor.
 */
export function RouteLink({ href, ...rest }: RouteLinkProps) {
  if (!isInside(href))
    return <a href={href} {...(rest.target === '_blank' && { rel: 'noopener noreferrer' })} {...rest} />;
  return <Link to={href} reloadDocument={!hydrates(pathOf(href))} {...rest} />;
}
