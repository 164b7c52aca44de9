import type { ReactNode } from 'react';
import { clsx } from 'clsx';

type SectionProps = {
  heading: string;
  id?: string;
  intro?: string;
  /** `stone` and `ink` are bands of their own ground. */
  ground?: 'paper' | 'stone' | 'ink';
  /** `beside` sets the heading in a column at the left of its content from 1024 px. */
  layout?: 'over' | 'beside';
  children: ReactNode;
};

/** A large serif line, an introduction, and what they head. */
export function Section({ heading, id, intro, ground = 'paper', layout = 'over', children }: SectionProps) {
  const headingId = `${id ?? slugOf(heading)}-heading`;
  return (
    <section
      className={clsx('part', `part--${ground}`, ground === 'ink' && 'on-ink')}
      id={id}
      aria-labelledby={headingId}
    >
      <div className={clsx('wrap', `part__body part__body--${layout}`)}>
        <div className="part__head">
          <h2 id={headingId}>{heading}</h2>
          {intro && <p className="lead">{intro}</p>}
        </div>
        <div className="part__content">{children}</div>
      </div>
    </section>
  );
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
