import { RouteLink } from '#site/ui/route-link.tsx';
import type { LabelledLink } from './link.ts';

export type LinkRowProps = { label: string; links: readonly LabelledLink[]; currentHref?: string };

/** Links in a row; the link to this page is underlined. */
export function LinkRow({ label, links, currentHref }: LinkRowProps) {
  return (
    <nav className="link-row" aria-label={label}>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <RouteLink href={link.href} aria-current={link.href === currentHref ? 'page' : undefined}>
              {link.label}
            </RouteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
