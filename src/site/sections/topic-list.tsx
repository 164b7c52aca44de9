import { GoesWrong } from './numbered-entries.tsx';

export type TopicEntry = { id?: string; title: string; text: string; scope?: readonly string[]; goesWrong?: string };

export type TopicListProps = {
  topics: readonly TopicEntry[];
  words: { scope: string; goesWrong: string };
};

/** Topics without a numeral: title at the left, text and scope at the right, a hairline between them. */
export function TopicList({ topics, words }: TopicListProps) {
  return (
    <div className="topics">
      {topics.map(({ id, title, text, scope = [], goesWrong }) => (
        <article key={title} id={id} className="topic">
          <h3>{title}</h3>
          <div className="topic__text">
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
      ))}
    </div>
  );
}
