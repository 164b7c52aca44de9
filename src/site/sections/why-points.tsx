import { clsx } from 'clsx';
import { type PortrayedPerson, PersonFigure, StatementFigure, type StatementFigureProps } from './person-figure.tsx';

export type WhyPoint = { numeral?: string; title: string; text: string };
export type WhyPointsProps = {
  heading: string;
  points: readonly WhyPoint[];
  person?: PortrayedPerson;
  statement?: StatementFigureProps;
  /** The section before it has the same background. */
  isContinued?: boolean;
};

/** Reasons, each with a large numeral (its own, else its position), and an optional portrait or statement of the firm. */
export function WhyPoints({ heading, points, person, statement, isContinued }: WhyPointsProps) {
  return (
    <section className={clsx('why-points', isContinued && 'why-points--continued')} aria-labelledby="why">
      <div className="wrap grid-12">
        <div className="why-points__head column">
          <h2 id="why">{heading}</h2>
          {person && <PersonFigure {...person} />}
          {statement && <StatementFigure {...statement} />}
        </div>
        <ol className="why-points__list">
          {points.map(({ numeral, title, text }, index) => (
            <li key={title}>
              <span className="numeral" aria-hidden={!numeral || undefined}>
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
