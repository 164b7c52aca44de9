import { GoLink } from '#site/ui/go-link.tsx';
import { Facts, type FactsProps } from './facts.tsx';
import type { LabelledLink } from './link.ts';

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
    <section className="about-teaser" aria-labelledby="about">
      <div className="wrap grid-12">
        <figure className="about-teaser__plate">
          <img src="/art/jharokha.svg" width="800" height="1000" alt={plateAlt} loading="lazy" decoding="async" />
        </figure>
        <div className="about-teaser__text">
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
