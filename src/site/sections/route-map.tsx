import { ARCS, CITIES, MAP_SIZE, type CityId } from '#site/art/routes.ts';
import { EagerImage } from '#site/ui/eager-image.tsx';

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
      <div {...(labelledBy && { role: 'group', 'aria-labelledby': labelledBy })}>
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

/** What moves on the routes of a port. */
export type PortLine = { kind: string; text: string };

type RoutePortProps = {
  city: CityId;
  name: string;
  note: string | undefined;
  line: PortLine;
  /** Whether its routes are lit before the visitor chooses. */
  isChosen: boolean;
};

export const VIEW_BOX = `0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}`;

/**
 * A port of the route map as a radio button, so that a mouse, a tap and the arrow keys choose it without a script. The
 * routes and the line of the port are lit while it is chosen or pointed at; the lines of the others stay readable for
 * screen readers.
 */
export function RoutePort({ city, name, note, line, isChosen }: RoutePortProps) {
  const { x, y } = CITIES[city];
  const arcs = ARCS.filter(({ from, to }) => from === city || to === city);
  const lineId = `line-${city}`;
  return (
    <>
      <svg className="route-map__routes route-port__routes" viewBox={VIEW_BOX} aria-hidden="true">
        {arcs.map(({ from, to, path }) => (
          <path key={from + to} className="route-port__arc" d={path} pathLength={1} />
        ))}
        <circle className="route-port__ring" cx={x} cy={y} r={12} />
      </svg>
      <label className="route-map__name route-port__name column">
        <input type="radio" name="port" defaultChecked={isChosen} aria-describedby={lineId} />
        <b>{name}</b> {note && <span>{note}</span>}
      </label>
      <p className="route-port__line" id={lineId}>
        <b>
          <span className="route-port__of">{name} · </span>
          {line.kind}
        </b>{' '}
        {line.text}
      </p>
    </>
  );
}
