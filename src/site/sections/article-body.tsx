export type ArticleBodyProps = {
  /** HTML that `#contract/post-body` has sanitised by its allow-list. The only raw HTML of the site. */
  html: string | TrustedHTML;
  contents: readonly { id: string; title: string }[];
  contentsTitle: string;
  /** Small print under the text. */
  fine?: string;
};

/** The text of a post with its table of contents. */
export function ArticleBody({ html, contents, contentsTitle, fine }: ArticleBodyProps) {
  return (
    <div className="wrap grid-12 article-body">
      {contents.length > 1 && (
        <nav className="article-body__contents" aria-label={contentsTitle}>
          <details open>
            <summary>{contentsTitle}</summary>
            <ul>
              {contents.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </details>
        </nav>
      )}
      <div className="article-body__column">
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        {fine && <p className="article-body__fine">{fine}</p>}
      </div>
    </div>
  );
}
