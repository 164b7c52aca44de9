import { clsx } from 'clsx';
import { Contents } from './contents.tsx';

export type ArticleBodyProps = {
  /** HTML that `#contract/post-body` has sanitised by its allow-list. The only raw HTML of the site. */
  html: string | TrustedHTML;
  contents: readonly { id: string; title: string }[];
  contentsTitle: string;
  /** Whether the first letter is set large. */
  hasDropCap?: boolean;
  /** Small print under the text. */
  fine?: string;
  /** The addresses that the numbered links of the text lead to, listed on paper. */
  printed?: { title: string; addresses: readonly string[] };
};

/** The text of a post with its table of contents, which is folded on small screens. */
export function ArticleBody({ html, contents, contentsTitle, hasDropCap = false, fine, printed }: ArticleBodyProps) {
  return (
    <div className="wrap grid-12 article-body">
      {contents.length > 1 && <Contents title={contentsTitle} links={contents} />}
      <div className="article-body__column">
        <div className={clsx('prose', hasDropCap && 'prose--drop-cap')} dangerouslySetInnerHTML={{ __html: html }} />
        {printed && printed.addresses.length > 0 && (
          <div className="print-only article-links">
            <p>{printed.title}</p>
            <ol>
              {printed.addresses.map((address) => (
                <li key={address}>{address}</li>
              ))}
            </ol>
          </div>
        )}
        {fine && <p className="article-body__fine small soft">{fine}</p>}
      </div>
    </div>
  );
}
