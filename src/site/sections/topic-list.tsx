import { GoesWrong } from './goes-wrong.tsx';
import { ScopeList } from './scope-list.tsx';

export type TopicEntry = { id?: string; title: string; text: string; scope?: readonly string[]; goesWrong?: string };

export type TopicListProps = {
  topics: readonly TopicEntry[];
  words: { scope: string; goesWrong: string };
};

/** Topics without a numeral: title at the left, text and scope at the right. */
export function TopicList({ topics, words }: TopicListProps) {
  return (
    <div className="topic-list">
      {topics.map(({ id, title, text, scope = [], goesWrong }) => (
        <article key={title} id={id} className="topic-list__topic">
          <h3>{title}</h3>
          <div className="topic-list__text">
            <p>{text}</p>
            {goesWrong && <GoesWrong label={words.goesWrong} text={goesWrong} />}
          </div>
          <ScopeList heading={words.scope} lines={scope} />
        </article>
      ))}
    </div>
  );
}
