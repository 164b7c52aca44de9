import { ARCS, CITIES, MAP_SIZE, type CityId } from '#site/art/routes.ts';
import { EagerImage } from '#site/ui/eager-image.tsx';
import { RoutePort, VIEW_BOX, type PortLine } from './route-port.tsx';

export type MapPlace = {
  city: CityId;
  name: string;
  /** Under the name; without it, a city other than Jaipur shows its distance. */
  note?: string;
};

type RouteMapProps = {
  places: readonly (MapPlace & { line?: PortLine })[];
  /** The element that names the choice of a port. Without it the places are labels only. */
  labelledBy?: string;
  isEager?: boolean;
};

const KILOMETRES = new Intl.NumberFormat('en-US', { style: 'unit', unit: 'kilometer' });
const { width, height } = MAP_SIZE;

/**
 * The great circles between the places. The ground (coastlines, 20 kB) is a cached image; only the routes and labels are
 * in the page, where they use the colour tokens. With lines, each place is a radio button that shows its own.
 */
export function RouteMap({ places, labelledBy, isEager = false }: RouteMapProps) {
  const isPlace = (id: CityId) => places.some(({ city }) => city === id);
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
      <svg className="route-map__routes" viewBox={VIEW_BOX} aria-hidden="true">
        {ARCS.filter(({ from, to }) => isPlace(from) && isPlace(to)).map(({ from, to, path }) => (
          <path key={from + to} className={`route-map__arc route-map__arc--${from}`} d={path} />
        ))}
      </svg>
      <div {...(labelledBy && { role: 'radiogroup', 'aria-labelledby': labelledBy })}>
        <ul>
          {places.map(({ city, name, note = distanceOf(city), line }, index) => (
            <li key={city} className={`route-map__place route-map__place--${city}`}>
              {line ? (
                <RoutePort city={city} name={name} note={note} line={line} isChosen={index === 0} />
              ) : (
                <span className="route-map__name">
                  <b>{name}</b> {note && <span>{note}</span>}
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      <svg className="route-map__routes route-map__ports" viewBox={VIEW_BOX} aria-hidden="true">
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
    </div>
  );
}

function distanceOf(city: CityId): string | undefined {
  const { kmFromJaipur } = CITIES[city];
  return kmFromJaipur > 1000 ? KILOMETRES.format(kmFromJaipur) : undefined;
}
