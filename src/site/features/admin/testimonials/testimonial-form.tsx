import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { createTestimonial, updateTestimonial } from '#site/gateway/admin-testimonials.ts';
import type { TestimonialRow } from '#site/gateway/testimonials.ts';
import { MESSAGES } from '#site/messages.ts';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { Field } from '#site/ui/field.tsx';
import { Input, Textarea } from '#site/ui/input.tsx';
import { versionOf } from '../form-session/local-copy.ts';
import { useFormSession } from '../form-session/use-form-session.ts';
import { ItemFormFrame } from '../item-form.tsx';
import { useUserId } from '../live/use-live.ts';
import { saveOver } from '../save-over.ts';
import type { OpenForm } from '../use-form-state.ts';
import { StarChoice } from './star-choice.tsx';
import {
  EMPTY_TESTIMONIAL,
  type TestimonialValues,
  validateTestimonial,
  testimonialToValues,
  valuesToTestimonial,
} from './testimonial-values.ts';

type TestimonialFormProps = OpenForm<TestimonialRow> & {
  onClose: () => void;
  onCreated: (id: string) => void;
};

/** Creates a testimonial, or edits `item`. */
export function TestimonialForm({ item: opened, restoredSlot, onClose, onCreated }: TestimonialFormProps) {
  const userId = useUserId();
  const form = useFormSession<TestimonialValues, TestimonialRow>({
    kind: 'testimonial',
    item: opened,
    version: opened && versionOf(opened),
    initial: opened ? testimonialToValues(opened) : EMPTY_TESTIMONIAL,
    lastSave: { at: opened?.updated_at ?? null, isPending: false },
    restoredSlot,
    rules: { check: validateTestimonial },
    write: async (client, { sent, item: over, base, newId }) => {
      const id = over?.id ?? newId;
      const input = valuesToTestimonial(sent);
      const saved = await saveOver(
        userId,
        (seen) => (seen === null ? createTestimonial(client, input, id) : updateTestimonial(client, id, input, seen)),
        base,
      );
      return { item: saved, savedAt: saved.updated_at, version: versionOf(saved), assigned: {} };
    },
    messages: {
      created: MESSAGES.testimonialCreated,
      updated: MESSAGES.testimonialUpdated,
      failed: MESSAGES.saveTestimonialFailed,
    },
    onClose,
    onCreated,
  });
  const { item, values, change, errors } = form;
  const words = dashboard.testimonials;
  return (
    <ItemFormFrame heading={item ? words.editHeading : words.createHeading} idPrefix="testimonial" form={form}>
      <div className="short-form">
        <Field id="testimonial-name" name="name" label={words.fields.name} error={errors.name} required>
          {(control) => (
            <Input
              {...control}
              maxLength={NAME_MAX_LENGTH}
              autoComplete="off"
              value={values.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <Field id="testimonial-company" name="company" label={words.fields.company} error={errors.company} required>
          {(control) => (
            <Input
              {...control}
              maxLength={NAME_MAX_LENGTH}
              autoComplete="off"
              value={values.company}
              onChange={(event) => change({ company: event.target.value })}
            />
          )}
        </Field>
        <Field
          id="testimonial-testimonial"
          name="testimonial"
          label={words.fields.testimonial}
          error={errors.testimonial}
          required
        >
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              value={values.testimonial}
              onChange={(event) => change({ testimonial: event.target.value })}
            />
          )}
        </Field>
        <StarChoice id="testimonial-rating" rating={values.rating} onChange={(rating) => change({ rating })} />
        <Checkbox
          id="testimonial-is_featured"
          name="is_featured"
          label={words.fields.featured}
          checked={values.is_featured}
          onChange={(event) => change({ is_featured: event.target.checked })}
        />
      </div>
    </ItemFormFrame>
  );
}
