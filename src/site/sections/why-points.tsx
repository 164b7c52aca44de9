import { clsx } from 'clsx';
import { PersonFigure, type PersonFigureProps } from './person-figure.tsx';

export type WhyPoint = { numeral?: string; title: string; text: string };
export type WhyPointsProps = {
  heading: string;
  points: readonly WhyPoint[];
  person?: PersonFigureProps;
  /** The section before it has the same background. */
  isContinued?: boolean;
};

/** Reasons, each with a large numeral (its own, else its position), and an optional portrait. */
export function WhyPoints({ heading, points, person, isContinued }: WhyPointsProps) {
  return (
    <section className={clsx('why-points', isContinued && 'why-points--continued')} aria-labelledby="why">
      <div className="wrap grid-12">
        <div className="why-points__head">
          <h2 id="why">{heading}</h2>
          {person && <PersonFigure {...person} />}
        </div>
        <ol className="why-points__list">
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
