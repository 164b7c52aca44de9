import type { ReactNode } from 'react';
import { Carousel, type CarouselWords } from '#site/ui/carousel.tsx';
import { Skeleton } from '#site/ui/skeleton.tsx';
import { Stars } from '#site/ui/stars.tsx';
import type { AutoplaySettings } from '#site/ui/use-autoplay.ts';

export type Testimonial = { id: string; name: string; company: string; testimonial: string; rating: number };

type TestimonialCarouselProps = {
  heading: string;
  subtitle: string;
  testimonials: readonly Testimonial[];
  words: CarouselWords;
  autoplay: AutoplaySettings;
};

const HEADING_ID = 'testimonials';

export function TestimonialCarousel({ heading, subtitle, testimonials, words, autoplay }: TestimonialCarouselProps) {
  const head = (
    <>
      <h2 id={HEADING_ID}>{heading}</h2>
      <p className="soft voices__sub">{subtitle}</p>
    </>
  );
  return (
    <Voices>
      <Carousel
        {...autoplay}
        className="carousel--voices"
        words={words}
        head={head}
        slides={testimonials.map((one) => ({ id: one.id, content: <TestimonialCard {...one} /> }))}
      />
    </Voices>
  );
}

export function TestimonialCard({ name, company, testimonial, rating }: Testimonial) {
  return (
    <figure className="voice">
      <Stars rating={rating} />
      <blockquote>“{testimonial}”</blockquote>
      <figcaption>
        <b>{name}</b>
        {company}
      </figcaption>
    </figure>
  );
}

/** The section when there is nothing to turn: empty, or failed. */
export function TestimonialsMessage({ heading, children }: { heading?: string; children: ReactNode }) {
  return (
    <Voices {...(!heading && { label: null })}>
      {heading && <h2 id={HEADING_ID}>{heading}</h2>}
      <p className="voices__message">{children}</p>
    </Voices>
  );
}

/** A pulsing placeholder in the shape of three cards. */
export function TestimonialsPlaceholder({ label }: { label: string }) {
  return (
    <section className="voices" aria-label={label} aria-busy="true">
      <div className="wrap">
        <Skeleton className="voices__bone voices__bone--head" />
        <div className="voices__bones">
          {[1, 2, 3].map((place) => (
            <Skeleton key={place} className="voices__bone" />
          ))}
        </div>
      </div>
    </section>
  );
}

function Voices({ label = HEADING_ID, children }: { label?: string | null; children: ReactNode }) {
  return (
    <section className="voices" {...(label && { 'aria-labelledby': label })}>
      <div className="wrap">{children}</div>
    </section>
  );
}
