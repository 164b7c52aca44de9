type Forum = {
  id: string;
  number: number;
  title: string;
  text: string;
  hears: string;
  limit: string;
  goesWrong: string;
};

export type ForumsProps = {
  forums: readonly Forum[];
  words: { hears: string; limit: string; goesWrong: string };
};

/** Forums in columns for comparison: the same property is on the same line in every column. */
export function Forums({ forums, words }: ForumsProps) {
  return (
    <ol className="forums">
      {forums.map(({ id, number, title, text, hears, limit, goesWrong }) => (
        <li key={id} id={id}>
          <span className="numeral" aria-hidden="true">
            {number}
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
          <dl>
            <div>
              <dt>{words.hears}</dt>
              <dd>{hears}</dd>
            </div>
            <div>
              <dt>{words.limit}</dt>
              <dd>{limit}</dd>
            </div>
            <div>
              <dt>{words.goesWrong}</dt>
              <dd>{goesWrong}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ol>
  );
}
