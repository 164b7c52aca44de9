export type NumberedEntry = {
  id: string;
  number: number;
  title: string;
  /** For the side list, where the title is too long. */
  shortTitle?: string;
  text: string;
  scope?: readonly string[];
  goesWrong?: string;
};

export type NumberedEntriesProps = {
  /** The name of the side list. */
  listTitle: string;
  groups: readonly { heading: string; intro?: string; items: readonly NumberedEntry[] }[];
  words: { scope: string; goesWrong: string };
};

/** Large numerals, text and scope, in groups; from 1100 px a list of them stays at the side. */
export function NumberedEntries({ listTitle, groups, words }: NumberedEntriesProps) {
  return (
    <div className="nine">
      <div className="wrap grid-12">
        <div className="nine__side">
          <nav aria-label={listTitle}>
            <b>{listTitle}</b>
            {groups
              .flatMap(({ items }) => items)
              .map(({ id, number, title, shortTitle }) => (
                <a key={id} href={`#${id}`} data-entry={number}>
                  <span className="numeral">{number}</span>
                  {shortTitle ?? title}
                </a>
              ))}
          </nav>
        </div>
        <div className="nine__main">
          {groups.map(({ heading, intro, items }) => (
            <section className="nine__group" key={heading}>
              <h2>{heading}</h2>
              {intro && <p className="lead">{intro}</p>}
              {items.map((entry) => (
                <Entry key={entry.id} {...entry} words={words} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

function Entry({
  id,
  number,
  title,
  text,
  scope = [],
  goesWrong,
  words,
}: NumberedEntry & Pick<NumberedEntriesProps, 'words'>) {
  return (
    <article className="entry" id={id} data-entry={number}>
      <span className="numeral" aria-hidden="true">
        {number}
      </span>
      <div className="entry__text">
        <h3>{title}</h3>
        <p>{text}</p>
        {goesWrong && <GoesWrong label={words.goesWrong} text={goesWrong} />}
      </div>
      {scope.length > 0 && (
        <div className="scope">
          <h4>{words.scope}</h4>
          <ul>
            {scope.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </article>
  );
}

/** The mistake we meet most often. */
export function GoesWrong({ label, text }: { label: string; text: string }) {
  return (
    <p className="goes-wrong">
      <b>{label}</b> {text}
    </p>
  );
}
