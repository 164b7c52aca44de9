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
              <a className="tap" href={href}>
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

type Field = { heading: string; items: readonly Entry[] };

export function RegionFields({ fields, words }: { fields: readonly Field[]; words: EntryWords }) {
  return fields.map(({ heading, items }) => (
    <div key={heading} className="guided__field">
      <h3>{heading}</h3>
      <Entries layout="rows" look="region" headingLevel={4} entries={items} words={words} />
    </div>
  ));
}
