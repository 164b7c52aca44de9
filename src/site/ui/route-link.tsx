import type { AnchorHTMLAttributes } from 'react';

export type RouteLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** The link component of the site. Every page is a document of its own, so links are plain anchors. */
export function RouteLink({ target, ...rest }: RouteLinkProps) {
  return <a target={target} {...(target === '_blank' && { rel: 'noopener noreferrer' })} {...rest} />;
}
