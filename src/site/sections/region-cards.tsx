import { Icon } from '#site/ui/icon.tsx';
import type { CityId } from '#site/art/routes.ts';
import { RegionMap, type RegionMapProps } from './region-map.tsx';
import type { MapPlace } from './route-map.tsx';

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
            <ul className="region-cards__topics">
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
