import { GoLink } from '#site/ui/go-link.tsx';
import { Unbroken } from '#site/ui/unbroken.tsx';
import type { LabelledLink } from './link.ts';

export type AboutTeaserProps = {
  heading: string;
  lead: string;
  paragraphs: readonly string[];
  link: LabelledLink;
  facts: readonly { value: string; label: string }[];
  /** What the drawing shows. */
  plateAlt: string;
};

export function AboutTeaser({ heading, lead, paragraphs, link, facts, plateAlt }: AboutTeaserProps) {
  return (
    <section className="about" aria-labelledby="about">
      <div className="wrap grid-12">
        <figure className="about__plate">
          <img src="/art/jharokha.svg" width="800" height="1000" alt={plateAlt} loading="lazy" decoding="async" />
        </figure>
        <div className="about__text">
          <h2 id="about">
            <Unbroken text={heading} />
          </h2>
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

/** Large numerals over what they count. */
export function Facts({ facts }: Pick<AboutTeaserProps, 'facts'>) {
  return (
    <dl className="facts">
      {facts.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="numeral">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
