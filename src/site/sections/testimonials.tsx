import type { ReactNode } from 'react';
import { Carousel, type CarouselWords } from '#site/ui/carousel.tsx';
import { Stars } from '#site/ui/stars.tsx';
import type { AutoplaySettings } from '#site/ui/use-autoplay.ts';

export type Testimonial = { id: string; name: string; company: string; testimonial: string; rating: number };

/** What the card shows of a row. */
export const quotationOf = ({ id, name, company, testimonial, rating }: Testimonial): Testimonial => ({
  id,
  name,
  company,
  testimonial,
  rating,
});

/** Takes the place of one that is still to come. */
export const blankQuotation = (id: string): Testimonial => ({
  id,
  name: 'Name',
  company: 'Company',
  testimonial: '',
  rating: 5,
});

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
      <p className="soft testimonials__subtitle">{subtitle}</p>
    </>
  );
  return (
    <TestimonialsSection isLabelled>
      <Carousel
        {...autoplay}
        className="testimonials__carousel"
        words={words}
        head={head}
        slides={testimonials.map((one) => ({ id: one.id, content: <TestimonialCard {...one} /> }))}
      />
    </TestimonialsSection>
  );
}

export function TestimonialCard({ name, company, testimonial, rating }: Testimonial) {
  return (
    <figure className="testimonial-card column">
      <Stars rating={rating} />
      <blockquote>“{testimonial}”</blockquote>
      <figcaption>
        <b>{name}</b> {company}
      </figcaption>
    </figure>
  );
}

/** The section without testimonials: empty, or an error. */
export function TestimonialsMessage({ heading, children }: { heading?: string; children: ReactNode }) {
  return (
    <TestimonialsSection isLabelled={heading !== undefined}>
      {heading && <h2 id={HEADING_ID}>{heading}</h2>}
      <p className="testimonials__message">{children}</p>
    </TestimonialsSection>
  );
}

function TestimonialsSection({ isLabelled, children }: { isLabelled: boolean; children: ReactNode }) {
  return (
    <section className="testimonials" aria-labelledby={isLabelled ? HEADING_ID : undefined}>
      <div className="wrap">{children}</div>
    </section>
  );
}
