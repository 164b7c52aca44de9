export type StagesProps = {
  heading: string;
  stages: readonly { title: string; entries: readonly { id: string; numeral?: string | number; title: string }[] }[];
};

/** A line with a station for each stage, and under it links to the entries of the page that belong there. */
export function Stages({ heading, stages }: StagesProps) {
  return (
    <section className="voyage" aria-labelledby="stages">
      <div className="wrap">
        <h2 id="stages">{heading}</h2>
        <ol className="stages">
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
