export type ContentsProps = {
  /** Over the list, and the name of the navigation. */
  title: string;
  /** `isPart`: the links after it belong to it. */
  links: readonly { id: string; title: string; numeral?: string | number; isPart?: boolean }[];
};

/** Links to the parts of a page: beside them where there is space, otherwise folded above them. */
export function Contents({ title, links }: ContentsProps) {
  const list = (
    <ul>
      {links.map(({ id, title: name, numeral, isPart }) => (
        <li key={id}>
          <a className={isPart ? 'contents__part' : undefined} href={`#${id}`}>
            {numeral !== undefined && <span className="numeral">{numeral}</span>}
            <span>{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <nav className="contents screen-only" aria-label={title}>
      <details className="contents__folded">
        <summary>
          <span>{title}</span>
        </summary>
        {list}
      </details>
      <div className="contents__beside">
        <b>{title}</b>
        {list}
      </div>
    </nav>
  );
}
