import { dashboard } from '#site/content/dashboard.ts';
import { deleteTestimonial } from '#site/gateway/admin-testimonials.ts';
import { type TestimonialRow, listTestimonials } from '#site/gateway/testimonials.ts';
import { MESSAGES, SENTENCES } from '#site/messages.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { CopyList } from '../copy-list.tsx';
import { DeletedList } from '../deleted-list.tsx';
import { CreateButton, ListSection } from '../list-section.tsx';
import { useLiveMarks } from '../live/use-live-marks.ts';
import { ListMessage, QueryList } from '../query-list.tsx';
import { staleAfter } from '../refresh-queries.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { useItemTab } from '../use-item-tab.ts';
import { TestimonialForm } from './testimonial-form.tsx';
import { TestimonialTable } from './testimonial-table.tsx';

export function TestimonialsTab() {
  const query = useAdminQuery(QUERY_KEYS.adminTestimonials, listTestimonials, {
    failed: MESSAGES.fetchTestimonialsFailed,
  });
  const { form, open, close, adopt, createRef, askAndRemove, removingId, continueCopy } = useItemTab<TestimonialRow>({
    kind: 'testimonial',
    items: query.data,
    table: 'testimonials',
    question: SENTENCES.confirmDeleteTestimonial,
    remove: deleteTestimonial,
    stale: staleAfter('testimonial'),
    done: MESSAGES.testimonialDeleted,
    failed: MESSAGES.deleteTestimonialFailed,
  });
  const marks = useLiveMarks('testimonials', {
    items: query.data,
    readAt: query.dataUpdatedAt,
    openId: form ? (form.item?.id ?? null) : undefined,
  });
  const words = dashboard.testimonials;
  return (
    <>
      <ListSection
        words={words}
        total={query.data?.length}
        isHidden={form !== null}
        create={<CreateButton label={words.create} ref={createRef} onClick={() => open(null)} />}
      >
        {form === null && query.data && <CopyList kind="testimonial" onOpen={continueCopy} />}
        <QueryList
          query={query}
          words={words}
          isEmpty={(testimonials) => testimonials.length === 0}
          empty={<ListMessage text={words.empty} />}
        >
          {(testimonials) => (
            <TestimonialTable
              testimonials={testimonials}
              marks={marks}
              removingId={removingId}
              onEdit={({ id }) => open(id)}
              onRemove={askAndRemove}
            />
          )}
        </QueryList>
        <DeletedList table="testimonials" stale={staleAfter('testimonial')} />
      </ListSection>
      {form && <TestimonialForm {...form} onClose={close} onCreated={adopt} />}
    </>
  );
}
