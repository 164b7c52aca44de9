import { ARCS, CITIES, MAP_SIZE, type CityId } from '#site/art/routes.ts';

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
      <label className="route-map__name route-port__name">
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
