import { useQuery } from '@tanstack/react-query';
import { TESTIMONIAL_AUTOPLAY_MS } from '#contract/limits.ts';
import { home } from '#site/content/home.ts';
import { browserClient } from '#site/gateway/client.ts';
import { listTestimonials } from '#site/gateway/testimonials.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { TestimonialCarousel, TestimonialsMessage, TestimonialsPlaceholder } from '#site/sections/testimonials.tsx';
import { carouselWords } from '#site/content/carousel-words.ts';

const words = home.testimonials;

type TestimonialsProps = {
  /** The server's read failed: the error message is shown until the browser has read the testimonials. */
  hasFailed: boolean;
};

/** 'What Our Clients Say' in its four states: loading, error, empty, populated (specification §2, Home). */
export function Testimonials({ hasFailed }: TestimonialsProps) {
  const { data, isPending, isError } = useQuery({
    queryKey: QUERY_KEYS.testimonials,
    queryFn: async () => {
      try {
        return await listTestimonials(await browserClient());
      } catch (error) {
        console.error('Error loading testimonials:', error);
        throw error;
      }
    },
  });
  if (isPending && !hasFailed) return <TestimonialsPlaceholder label={words.loading} />;
  if (isPending || isError)
    return <TestimonialsMessage>{words.errorPrefix + words.unexpectedError}</TestimonialsMessage>;
  if (data.length === 0) return <TestimonialsMessage heading={words.heading}>{words.empty}</TestimonialsMessage>;
  return (
    <TestimonialCarousel
      heading={words.heading}
      subtitle={words.subtitle}
      testimonials={data}
      words={carouselWords(words.region, words)}
      autoplay={{ delayMs: TESTIMONIAL_AUTOPLAY_MS, stopOnInteraction: false, loop: true }}
    />
  );
}
