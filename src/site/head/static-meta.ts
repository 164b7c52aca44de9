import type { MetaFunction } from 'react-router';
import type { PageMeta } from '#site/content/page.ts';
import type { ServicePage } from '#site/content/services/page-content.ts';
import { leaderOf } from '#site/content/team.ts';
import { breadcrumbs, questions, service, webPage } from './json-ld.ts';
import { type JsonLdNode, pageMeta, siteUrlOf } from './page-meta.ts';
import { trailTo, type Trail } from './trail.ts';

type MoreNodes = (siteUrl: string) => readonly JsonLdNode[];

/** The `meta` of a page whose text is all in `content/`; its path is the last step of the trail. */
export function staticMeta(words: PageMeta, trail: Trail, more: MoreNodes = () => []): MetaFunction {
  return ({ matches }) => {
    const siteUrl = siteUrlOf(matches);
    return pageMeta({
      title: words.metaTitle,
      description: words.metaDescription,
      path: trail[trail.length - 1]?.href ?? '/',
      siteUrl,
      jsonLd: [...more(siteUrl), breadcrumbs(trail, siteUrl)],
    });
  };
}

/** The `meta` of a service page; `partsOf` names its parts where the services page does not. */
export function serviceMeta<Page extends ServicePage>(page: Page, partsOf?: (page: Page) => string[]): MetaFunction {
  return staticMeta(page, trailTo(page.shortTitle, page.path), (siteUrl) => [
    service(page, siteUrl, partsOf?.(page)),
    webPage({ path: page.path, lawAsOf: page.lawAsOf, reviewer: leaderOf(page.partner) }, siteUrl),
    questions(page, siteUrl),
  ]);
}
