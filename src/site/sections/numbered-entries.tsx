import { GoesWrong } from './goes-wrong.tsx';
import { ScopeList } from './scope-list.tsx';

export type NumberedEntry = {
  id: string;
  number: number;
  title: string;
  /** For the side list, if the title is too long. */
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

/** Numbered entries in groups; from 1100 px a list of them is fixed at the side. */
export function NumberedEntries({ listTitle, groups, words }: NumberedEntriesProps) {
  return (
    <div className="numbered-entries">
      <div className="wrap grid-12">
        <div className="numbered-entries__side">
          <nav aria-label={listTitle}>
            <b>{listTitle}</b>
            {groups
              .flatMap(({ items }) => items)
              .map(({ id, number, title, shortTitle }) => (
                <a key={id} href={`#${id}`}>
                  <span className="numeral">{number}</span>
                  {shortTitle ?? title}
                </a>
              ))}
          </nav>
        </div>
        <div className="numbered-entries__main">
          {groups.map(({ heading, intro, items }) => (
            <section className="numbered-entries__group" key={heading}>
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
    <article className="numbered-entry" id={id}>
      <span className="numeral" aria-hidden="true">
        {number}
      </span>
      <div className="numbered-entry__text">
        <h3>{title}</h3>
        <p>{text}</p>
        {goesWrong && <GoesWrong label={words.goesWrong} text={goesWrong} />}
      </div>
      <ScopeList heading={words.scope} lines={scope} />
    </article>
  );
}
