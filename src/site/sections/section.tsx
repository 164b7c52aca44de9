import { type ReactNode, useId } from 'react';
import { clsx } from 'clsx';

type SectionProps = {
  heading: string;
  id?: string;
  intro?: string;
  /** The background. */
  ground?: 'paper' | 'stone' | 'ink';
  /** `beside`: from 1024 px the heading is in a column to the left of the content. */
  layout?: 'over' | 'beside';
  /** At the right of the heading where there is space, otherwise below it. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A section of an inner page: heading, introduction and content. */
export function Section({ heading, id, intro, ground = 'paper', layout = 'over', aside, children }: SectionProps) {
  // Headings are words of the firm, in any script, and two of them may be equal.
  const headingId = `heading${useId()}`;
  return (
    <section
      className={clsx('section', `section--${ground}`, ground === 'ink' && 'on-ink')}
      id={id}
      aria-labelledby={headingId}
    >
      <div className={clsx('wrap', `section__body section__body--${layout}`)}>
        <div className="section__head">
          <h2 id={headingId}>{heading}</h2>
          {intro && <p className="lead">{intro}</p>}
          {aside && <div className="section__aside">{aside}</div>}
        </div>
        <div className="section__content">{children}</div>
      </div>
    </section>
  );
}
