import { Actions } from '../actions.tsx';
import type { LabelledLink } from '../link.ts';
import { RouteMap, type MapPlace, type PortLine } from '../route-map.tsx';

export type HeroProps = {
  /** The heading; each word is on its own line. */
  title: string;
  lead: string;
  actions: readonly LabelledLink[];
  /** The routes of the first place are lit. */
  places: readonly (MapPlace & { line: PortLine })[];
  /** Explains the lines on the map. */
  mapNote: string;
  /** Says that a port can be chosen. */
  mapHint: string;
};

const HINT_ID = 'map-hint';

export function Hero({ title, lead, actions, places, mapNote, mapHint }: HeroProps) {
  return (
    <section className="hero">
      <div className="wrap hero__text">
        <h1>
          {title.split(' ').map((word) => (
            <span key={word}>{word} </span>
          ))}
        </h1>
        <p className="lead">{lead}</p>
        <Actions links={actions} />
      </div>
      <div className="hero__map screen-only">
        <RouteMap places={places} labelledBy={HINT_ID} isEager />
        <p className="hero__note">
          <span id={HINT_ID}>{mapHint}</span> {mapNote}
        </p>
      </div>
    </section>
  );
}
