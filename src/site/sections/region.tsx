import { clsx } from 'clsx';
import { GoesWrong } from './goes-wrong.tsx';
import { ScopeList } from './scope-list.tsx';
import type { TopicEntry } from './topic-list.tsx';

type Words = { scope: string; goesWrong: string };
type Group = { heading: string; items: readonly TopicEntry[] };

export type RegionProps = {
  id: string;
  heading: string;
  intro: string;
  groups: readonly Group[];
  words: Words;
  ground?: 'paper' | 'stone';
};

/** A region and its fields of work; the name of a field is sticky beside its topics. */
export function Region({ id, heading, intro, groups, words, ground = 'paper' }: RegionProps) {
  return (
    <section className={clsx('section', `section--${ground}`, 'region')} id={id} aria-labelledby={`${id}-heading`}>
      <div className="wrap">
        <div className="grid-12 region__head">
          <h2 id={`${id}-heading`}>{heading}</h2>
          <p className="lead">{intro}</p>
        </div>
        {groups.map((group) => (
          <section key={group.heading} className="grid-12 region__group">
            <h3>{group.heading}</h3>
            <div className="region__topics">
              {group.items.map((topic) => (
                <RegionTopic key={topic.title} topic={topic} words={words} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </section>
  );
}

function RegionTopic({ topic, words }: { topic: TopicEntry; words: Words }) {
  const { id, title, text, scope = [], goesWrong } = topic;
  return (
    <article id={id} className="region__topic">
      <div>
        <h4>{title}</h4>
        <p>{text}</p>
        {goesWrong && <GoesWrong label={words.goesWrong} text={goesWrong} />}
      </div>
      <ScopeList heading={words.scope} lines={scope} headingLevel={5} />
    </article>
  );
}
