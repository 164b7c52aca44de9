import { type Entry, Entries, type EntryWords } from '../entries.tsx';

/** `shortTitle` is for the side list, if the title is too long. */
type NumberedEntry = Entry & { id: string; number: number; shortTitle?: string };

export type NumberedEntriesProps = {
  /** The name of the side list. */
  listTitle: string;
  groups: readonly { heading: string; items: readonly NumberedEntry[] }[];
  words: EntryWords;
};

/** Numbered entries in groups; from 1100 px a list of them is fixed at the side. */
export function NumberedEntries({ listTitle, groups, words }: NumberedEntriesProps) {
  return (
    <div className="numbered-entries">
      <div className="wrap grid-12">
        <div className="numbered-entries__side screen-only">
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
          {groups.map(({ heading, items }) => (
            <section className="numbered-entries__group" key={heading}>
              <h2>{heading}</h2>
              <Entries
                layout="numbered"
                entries={items.map(({ number, ...entry }) => ({ ...entry, numeral: number }))}
                words={words}
              />
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

export type StagesProps = {
  heading: string;
  stages: readonly { title: string; entries: readonly { id: string; numeral?: string | number; title: string }[] }[];
};

/** Stages along a line, each with links to its entries on the page. */
export function Stages({ heading, stages }: StagesProps) {
  return (
    <section className="stages band screen-only" aria-labelledby="stages">
      <div className="wrap">
        <h2 className="title-3" id="stages">
          {heading}
        </h2>
        <ol className="stages__list">
          {stages.map(({ title, entries }) => (
            <li key={title}>
              <b>{title}</b>
              <ul>
                {entries.map((entry) => (
                  <li key={entry.id}>
                    <a href={`#${entry.id}`}>
                      {entry.numeral && <span className="numeral">{entry.numeral}</span>}
                      {entry.title}
                    </a>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
