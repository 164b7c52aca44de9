import { GoLink } from '#site/ui/go-link.tsx';
import type { LabelledLink } from './link.ts';
import { ShareLinks, type ShareLinksProps } from './share-links.tsx';

export type ArticleFootProps = { filedUnder: { label: string; link: LabelledLink } | null; share: ShareLinksProps };

/** Under the text of an article: its category and share links. */
export function ArticleFoot({ filedUnder, share }: ArticleFootProps) {
  return (
    <footer className="wrap grid-12 article-foot">
      <div className="article-foot__column">
        {filedUnder && (
          <p className="article-foot__filed">
            {filedUnder.label} <GoLink href={filedUnder.link.href}>{filedUnder.link.label}</GoLink>
          </p>
        )}
        <ShareLinks {...share} />
      </div>
    </footer>
  );
}
