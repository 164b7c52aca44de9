import { useQuery } from '@tanstack/react-query';
import { homeLists } from '#site/content/home-lists.ts';
import { browserClient } from '#site/gateway/client.ts';
import { listItems } from '#site/gateway/items.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { QueryProvider } from '#site/query-provider.tsx';
import { blankQuotation, TestimonialsMessage } from '#site/sections/testimonials.tsx';
import { Placeholder } from '#site/ui/placeholder.tsx';
import { useIsHydrated } from '#site/ui/use-is-hydrated.ts';
import { Testimonials, type TestimonialsHead } from './testimonials.tsx';

const words = homeLists.testimonials;
const SHAPE = ['1', '2', '3', '4'].map(blankQuotation);

/** The testimonials where the server could not read them: the browser reads them (specification §2, Home). */
export function LiveTestimonials(head: TestimonialsHead) {
  return (
    <QueryProvider>
      <div className="testimonials-to-come">
        <FetchedTestimonials {...head} />
      </div>
    </QueryProvider>
  );
}

function FetchedTestimonials(head: TestimonialsHead) {
  const isHydrated = useIsHydrated();
  const { data, isPending } = useQuery({ queryKey: QUERY_KEYS.testimonials, queryFn: readTestimonials });
  if (data) return <Testimonials {...head} testimonials={data} />;
  // Without JavaScript a placeholder would never end.
  if (isPending && isHydrated)
    return (
      <Placeholder label={words.loading}>
        <Testimonials {...head} testimonials={SHAPE} />
      </Placeholder>
    );
  return <TestimonialsMessage>{words.errorPrefix + words.unexpectedError}</TestimonialsMessage>;
}

async function readTestimonials() {
  try {
    return await listItems(await browserClient(), 'testimonials');
  } catch (error) {
    console.error('Error loading testimonials:', error);
    throw error;
  }
}
