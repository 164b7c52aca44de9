import { ARCS, CITIES, MAP_SIZE, type CityId } from '#site/art/routes.ts';
import { EagerImage } from '#site/ui/eager-image.tsx';

export type MapPlace = {
  city: CityId;
  name: string;
  /** Under the name; without it, a city other than Jaipur shows its distance. */
  note?: string;
};

const KILOMETRES = new Intl.NumberFormat('en-US', { style: 'unit', unit: 'kilometer' });
const { width, height } = MAP_SIZE;

/**
 * The routes from Jaipur and Delhi as great circles. The ground (coastlines, 20 kB) is a cached image; only the routes and
 * labels are in the page, where they use the colour tokens.
 */
export function RouteMap({ places, isEager = false }: { places: readonly MapPlace[]; isEager?: boolean }) {
  return (
    <div className="route-map">
      <EagerImage
        className="route-map__ground"
        src="/art/routes-ground.svg"
        alt=""
        width={width}
        height={height}
        {...(isEager ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
      <svg className="route-map__routes" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {ARCS.map(({ from, to, path }) => (
          <path key={`${from}-${to}`} className={`route-map__arc route-map__arc--${from}`} d={path} />
        ))}
        {places.map(({ city }) => (
          <circle
            key={city}
            className="route-map__port"
            cx={CITIES[city].x}
            cy={CITIES[city].y}
            r={city === 'jaipur' ? 6 : 5}
          />
        ))}
      </svg>
      <ul>
        {places.map(({ city, name, note = distanceOf(city) }) => (
          <li key={city} className={`route-map__place route-map__place--${city}`}>
            <b>{name}</b>
            {note && <span>{note}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function distanceOf(city: CityId): string | undefined {
  const { kmFromJaipur } = CITIES[city];
  return kmFromJaipur > 1000 ? KILOMETRES.format(kmFromJaipur) : undefined;
}
