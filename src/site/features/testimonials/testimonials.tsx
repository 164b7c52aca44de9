import { TESTIMONIAL_AUTOPLAY_MS } from '#contract/limits.ts';
import { carouselWords } from '#site/content/carousel-words.ts';
import { homeLists } from '#site/content/home-lists.ts';
import { type Testimonial, TestimonialCarousel, TestimonialsMessage } from '#site/sections/testimonials.tsx';

const words = homeLists.testimonials;

export type TestimonialsHead = { heading: string; subtitle: string };

/** 'What Our Clients Say', empty or populated (specification §2, Home). */
export function Testimonials(props: TestimonialsHead & { testimonials: readonly Testimonial[] }) {
  const { testimonials, heading, subtitle } = props;
  if (testimonials.length === 0) return <TestimonialsMessage heading={heading}>{words.empty}</TestimonialsMessage>;
  return (
    <TestimonialCarousel
      heading={heading}
      subtitle={subtitle}
      testimonials={testimonials}
      words={carouselWords(words.region, words)}
      autoplay={{ delayMs: TESTIMONIAL_AUTOPLAY_MS, stopOnInteraction: false, loop: true }}
    />
  );
}
