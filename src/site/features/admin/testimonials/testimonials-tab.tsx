import { dashboard } from '#site/content/dashboard.ts';
import { deleteTestimonial } from '#site/gateway/admin-testimonials.ts';
import { type Testimonial, listTestimonials } from '#site/gateway/testimonials.ts';
import { MESSAGES, SENTENCES } from '#site/messages.ts';
import { CopyList } from '../copy-list.tsx';
import { DeletedList } from '../deleted-list.tsx';
import { ItemList } from '../item-list.tsx';
import { dropCopies, moveCopyToNew } from '../local-copy.ts';
import { ADMIN_KEYS, STALE_AFTER } from '../query-keys.ts';
import { useFormState } from '../use-form-state.ts';
import { useList } from '../use-list.ts';
import { useRemoval } from '../use-removal.ts';
import { TestimonialForm } from './testimonial-form.tsx';
import { TestimonialTable } from './testimonial-table.tsx';

export function TestimonialsTab({ userId }: { userId: string }) {
  const testimonials = useList(ADMIN_KEYS.testimonials, listTestimonials, MESSAGES.fetchTestimonialsFailed);
  const formState = useFormState<Testimonial>();
  const { askAndRemove, removingId } = useRemoval({
    table: 'testimonials',
    question: SENTENCES.confirmDeleteTestimonial,
    remove: deleteTestimonial,
    stale: STALE_AFTER.testimonial,
    done: MESSAGES.testimonialDeleted,
    failed: MESSAGES.deleteTestimonialFailed,
    onRemoved: (id) => {
      dropCopies(localStorage, { userId, kind: 'testimonial', itemId: id });
      formState.focusCreate();
    },
  });
  const items = testimonials.data ?? [];
  const goOn = (itemId: string | undefined, slot: string): void => {
    const item = items.find(({ id }) => id === itemId) ?? null;
    if (itemId && !item) moveCopyToNew(localStorage, { userId, kind: 'testimonial', itemId }, slot);
    formState.open(item, slot);
  };
  return (
    <>
      <ItemList
        words={dashboard.testimonials}
        query={testimonials}
        count={testimonials.data?.length}
        isHidden={formState.form !== null}
        createRef={formState.createRef}
        onCreate={() => formState.open(null)}
        before={
          formState.form === null && testimonials.data && <CopyList userId={userId} kind="testimonial" onOpen={goOn} />
        }
        after={<DeletedList table="testimonials" stale={STALE_AFTER.testimonial} />}
      >
        <TestimonialTable
          testimonials={items}
          removingId={removingId}
          onEdit={(one) => formState.open(one)}
          onRemove={askAndRemove}
        />
      </ItemList>
      {formState.form && <TestimonialForm {...formState.form} userId={userId} onClose={formState.close} />}
    </>
  );
}
