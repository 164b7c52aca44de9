import { clsx } from 'clsx';
import type { CityId } from '#site/art/routes.ts';
import { Icon } from '#site/ui/icon.tsx';
import { type Entry, Entries, type EntryWords } from '../entries.tsx';
import { RouteMap, type MapPlace } from '../route-map.tsx';

export type RegionMapProps = {
  region: Extract<CityId, 'philadelphia' | 'london' | 'dubai'>;
  places: readonly MapPlace[];
};

/** The part of the route map around one region. */
export function RegionMap({ region, places }: RegionMapProps) {
  return (
    <div className={`region-map screen-only region-map--${region}`}>
      <RouteMap places={places} />
    </div>
  );
}

type RegionCard = {
  href: string;
  name: string;
  text: string;
  topics: readonly string[];
  city: RegionMapProps['region'];
};
export type RegionCardsProps = { heading: string; regions: readonly RegionCard[]; places: readonly MapPlace[] };

const HOME: readonly CityId[] = ['jaipur'];

/** Cards of the regions, each with its part of the route map and a link to its section. */
export function RegionCards({ heading, regions, places }: RegionCardsProps) {
  return (
    <section className="wrap region-cards" aria-labelledby="regions">
      <h2 id="regions">{heading}</h2>
      <ul>
        {regions.map(({ href, name, text, topics, city }) => (
          <li key={href}>
            <RegionMap
              region={city}
              places={places.filter((place) => place.city === city || HOME.includes(place.city))}
            />
            <h3>
              <a href={href}>
                {name} <Icon name="right" />
              </a>
            </h3>
            <p>{text}</p>
            <ul className="region-cards__topics small soft wraps">
              {topics.map((topic) => (
                <li key={topic}>{topic}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Group = { heading: string; items: readonly Entry[] };

export type RegionProps = {
  id: string;
  heading: string;
  intro: string;
  groups: readonly Group[];
  words: EntryWords;
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
              <Entries layout="rows" look="region" headingLevel={4} entries={group.items} words={words} />
            </div>
          </section>
        ))}
      </div>
    </section>
  );
}
