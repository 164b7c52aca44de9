export type ArticleBodyProps = {
  /** HTML that `#contract/post-body` has sanitised by its allow-list. The only raw HTML of the site. */
  html: string | TrustedHTML;
  contents: readonly { id: string; title: string }[];
  contentsTitle: string;
  /** Under the text: that a note is not advice. */
  fine?: string;
};

/** The text of a post with the list of its headings beside it. */
export function ArticleBody({ html, contents, contentsTitle, fine }: ArticleBodyProps) {
  return (
    <div className="wrap grid-12 article">
      {contents.length > 1 && (
        <nav className="toc" aria-label={contentsTitle}>
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
      <div className="article__column">
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        {fine && <p className="fine">{fine}</p>}
      </div>
    </div>
  );
}
