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
