import { use } from 'react';
import { clsx } from 'clsx';
import { type CoveredPage, pageWallFor } from '#site/art/cover.ts';
import { dataAddress } from '#site/art/data-address.ts';
import { LightContext } from '#site/art/light-context.ts';
import { LayOutParsed } from '#site/ui/lay-out-parsed.tsx';
import { RouteLink } from '#site/ui/route-link.tsx';
import { Actions } from './actions.tsx';
import type { LabelledLink } from './link.ts';

export type BannerProps = {
  title: string;
  lead?: string;
  /** The parent pages, and last the short name of this page without an address; `label` names the list. */
  crumbs: { label: string; steps: readonly (LabelledLink | { label: string })[] };
  /** Whose lattice and figure are behind it; without it the banner is a quiet one, of stone. */
  seed?: CoveredPage;
  /** The first is the primary button. */
  actions?: readonly LabelledLink[];
};

/** The head of an inner page, on ink with the page's own lattice. */
export function Banner({ title, lead, crumbs, seed, actions = [] }: BannerProps) {
  const light = use(LightContext);
  return (
    <section className={clsx('banner', seed ? 'walled on-ink' : 'banner--quiet')}>
      {seed && (
        <img
          className={clsx('banner__wall screen-only', seed.figure && 'banner__wall--figure')}
          src={dataAddress(pageWallFor(seed, light))}
          alt=""
        />
      )}
      <div className="wrap banner__body">
        <nav aria-label={crumbs.label}>
          <ol className="banner__crumbs wraps screen-only">
            {crumbs.steps.map((crumb) => (
              <li key={crumb.label}>
                {'href' in crumb ? (
                  <RouteLink className="tap" href={crumb.href}>
                    {crumb.label}
                  </RouteLink>
                ) : (
                  <span aria-current="page">{crumb.label}</span>
                )}
              </li>
            ))}
          </ol>
        </nav>
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        {actions.length > 0 && <Actions links={actions} />}
      </div>
      <LayOutParsed />
    </section>
  );
}
