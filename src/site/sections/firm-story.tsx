import { GoLink } from '#site/ui/go-link.tsx';
import type { LabelledLink } from './link.ts';

export type FactsProps = { facts: readonly { value: string; label: string }[] };

/** Large numerals, each above its label. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="facts stack">
      {facts.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="numeral">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export type AboutTeaserProps = FactsProps & {
  heading: string;
  lead: string;
  paragraphs: readonly string[];
  link: LabelledLink;
  /** What the drawing shows. */
  plateAlt: string;
};

export function AboutTeaser({ heading, lead, paragraphs, link, facts, plateAlt }: AboutTeaserProps) {
  return (
    <section className="firm-story firm-story--left" aria-labelledby="about">
      <div className="wrap grid-12">
        <figure className="firm-story__plate screen-only">
          <img src="/art/jharokha.svg" width="800" height="1000" alt={plateAlt} loading="lazy" decoding="async" />
        </figure>
        <div className="firm-story__text">
          <h2 id="about">{heading}</h2>
          <p className="lead">{lead}</p>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p>
            <GoLink href={link.href}>{link.label}</GoLink>
          </p>
          <Facts facts={facts} />
        </div>
      </div>
    </section>
  );
}

export type StoryProps = Pick<AboutTeaserProps, 'heading' | 'paragraphs' | 'facts' | 'plateAlt'>;

/** The firm's story: text at the left, a drawing that runs to the right edge of the page. */
export function Story({ heading, paragraphs, facts, plateAlt }: StoryProps) {
  const [first, ...rest] = paragraphs;
  return (
    <section className="firm-story firm-story--right" aria-labelledby="story">
      <div className="wrap grid-12">
        <div className="firm-story__text">
          <h2 id="story">{heading}</h2>
          <p className="lead">{first}</p>
          {rest.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <Facts facts={facts} />
        </div>
        <figure className="firm-story__plate screen-only">
          <img
            src="/art/jharokha-inside.svg"
            width="800"
            height="1000"
            alt={plateAlt}
            loading="lazy"
            decoding="async"
          />
        </figure>
      </div>
    </section>
  );
}
