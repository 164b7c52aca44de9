import { clsx } from 'clsx';
import { Contents } from './contents.tsx';

export type ArticleBodyProps = {
  body: {
    /** HTML that `#contract/post-body` has sanitised by its allow-list. The only raw HTML of the site. */
    html: string | TrustedHTML;
    contents: readonly { id: string; title: string }[];
    /** Whether the first letter is set large. */
    hasDropCap: boolean;
    /** Where the numbered links of the text lead to, listed on paper. */
    addresses?: readonly string[];
  };
  /** Over the contents, and over the addresses. */
  words: { contents: string; linksInPrint: string };
  /** Small print under the text. */
  fine: string;
};

/** The text of a post with its table of contents, which is folded on small screens. */
export function ArticleBody({ body, words, fine }: ArticleBodyProps) {
  const { html, contents, hasDropCap, addresses = [] } = body;
  return (
    <div className="wrap grid-12 article-body">
      {contents.length > 1 && <Contents title={words.contents} links={contents} />}
      <div className="article-body__column">
        <div className={clsx('prose', hasDropCap && 'prose--drop-cap')} dangerouslySetInnerHTML={{ __html: html }} />
        {addresses.length > 0 && (
          <div className="print-only article-links">
            <p>{words.linksInPrint}</p>
            <ol>
              {addresses.map((address) => (
                <li key={address}>{address}</li>
              ))}
            </ol>
          </div>
        )}
        <p className="article-body__fine small soft">{fine}</p>
      </div>
    </div>
  );
}
