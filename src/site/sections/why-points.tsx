import { PersonFigure, type PersonFigureProps } from './person-figure.tsx';

export type WhyPoint = { numeral?: string; title: string; text: string };
export type WhyPointsProps = { heading: string; points: readonly WhyPoint[]; person?: PersonFigureProps };

/** Reasons with a large numeral each (a counted figure, else the place in the list), a portrait beside them if given. */
export function WhyPoints({ heading, points, person }: WhyPointsProps) {
  return (
    <section className="why" aria-labelledby="why">
      <div className="wrap grid-12">
        <div className="why__head">
          <h2 id="why">{heading}</h2>
          {person && <PersonFigure {...person} />}
        </div>
        <ol className="why__points">
          {points.map(({ numeral, title, text }, index) => (
            <li key={title}>
              <span className="numeral" aria-hidden={!numeral}>
                {numeral ?? index + 1}
              </span>
              <div>
                <h3>{title}</h3>
                <p className="soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
