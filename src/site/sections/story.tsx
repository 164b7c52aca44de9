import type { AboutTeaserProps } from './about-teaser.tsx';
import { Facts } from './facts.tsx';

export type StoryProps = Pick<AboutTeaserProps, 'heading' | 'paragraphs' | 'facts' | 'plateAlt'>;

/** The firm's story: text at the left, a drawing that runs to the right edge of the page. */
export function Story({ heading, paragraphs, facts, plateAlt }: StoryProps) {
  const [first, ...rest] = paragraphs;
  return (
    <section className="story" aria-labelledby="story">
      <div className="wrap grid-12">
        <div className="story__text">
          <h2 id="story">{heading}</h2>
          <p className="lead">{first}</p>
          {rest.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <Facts facts={facts} />
        </div>
        <figure className="story__plate">
          <img src="/art/jharokha.svg" width="800" height="1000" alt={plateAlt} loading="lazy" decoding="async" />
        </figure>
      </div>
    </section>
  );
}
