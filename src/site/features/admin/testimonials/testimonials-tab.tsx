import { dashboard } from '../../../content/dashboard.ts';
import { deleteTestimonial } from '../../../gateway/admin-testimonials.ts';
import { type Testimonial, listTestimonials } from '../../../gateway/testimonials.ts';
import { MESSAGES, SENTENCES } from '../../../messages.ts';
import { CopyList } from '../copy-list.tsx';
import { ItemList } from '../item-list.tsx';
import { dropCopy } from '../local-copy.ts';
import { ADMIN_KEYS, STALE_AFTER } from '../query-keys.ts';
import { useDesk } from '../use-desk.ts';
import { useList } from '../use-list.ts';
import { useRemoval } from '../use-removal.ts';
import { TestimonialForm } from './testimonial-form.tsx';
import { TestimonialTable } from './testimonial-table.tsx';

export function TestimonialsTab({ userId }: { userId: string }) {
  const testimonials = useList(ADMIN_KEYS.testimonials, listTestimonials, MESSAGES.fetchTestimonialsFailed);
  const desk = useDesk<Testimonial>();
  const { askAndRemove, removingId } = useRemoval({
    question: SENTENCES.confirmDeleteTestimonial,
    remove: deleteTestimonial,
    stale: STALE_AFTER.testimonial,
    done: MESSAGES.testimonialDeleted,
    failed: MESSAGES.deleteTestimonialFailed,
    onRemoved: (id) => {
      dropCopy(localStorage, { userId, kind: 'testimonial', itemId: id });
      desk.focusCreate();
    },
  });
  return (
    <>
      <ItemList
        words={dashboard.testimonials}
        query={testimonials}
        isHidden={desk.form !== null}
        createRef={desk.createRef}
        onCreate={() => desk.open(null)}
        before={
          desk.form === null && (
            <CopyList
              userId={userId}
              kind="testimonial"
              items={testimonials.data ?? []}
              nameOf={(one) => one.name}
              onOpen={(one) => desk.open(one, true)}
            />
          )
        }
      >
        {(all) => (
          <TestimonialTable
            testimonials={all}
            removingId={removingId}
            onEdit={(one) => desk.open(one)}
            onRemove={askAndRemove}
          />
        )}
      </ItemList>
      {desk.form && <TestimonialForm {...desk.form} userId={userId} onClose={desk.close} />}
    </>
  );
}
