import { useState } from 'react';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { createTestimonial, updateTestimonial } from '#site/gateway/admin-testimonials.ts';
import type { DataClient } from '#site/gateway/client.ts';
import type { TestimonialRow } from '#site/gateway/testimonials.ts';
import { MESSAGES } from '#site/messages.ts';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { Field } from '#site/ui/field.tsx';
import { Input, Textarea } from '#site/ui/input.tsx';
import { versionOf } from '../copy-base.ts';
import { ItemFormFrame } from '../item-form.tsx';
import { STALE_AFTER } from '../refresh-queries.ts';
import { saveOver } from '../save-over.ts';
import type { OpenForm } from '../use-form-state.ts';
import { useItemForm } from '../use-item-form.ts';
import { useSave } from '../use-save.ts';
import { useSaveStatus } from '../use-save-status.ts';
import { StarChoice } from './star-choice.tsx';
import {
  EMPTY_TESTIMONIAL,
  type TestimonialValues,
  validateTestimonial,
  testimonialToValues,
  valuesToTestimonial,
} from './testimonial-values.ts';

type TestimonialFormProps = OpenForm<TestimonialRow> & {
  userId: string;
  onClose: () => void;
  onCreated: (id: string) => void;
};

/** Creates a testimonial, or edits `item`. */
export function TestimonialForm({ item: opened, restoredSlot, userId, onClose, onCreated }: TestimonialFormProps) {
  const [item, setItem] = useState(opened);
  const form = useItemForm({
    initial: item ? testimonialToValues(item) : EMPTY_TESTIMONIAL,
    version: item && versionOf(item),
    check: validateTestimonial,
    place: { userId, kind: 'testimonial', itemId: item?.id },
    restoredSlot,
  });
  const status = useSaveStatus(userId, opened?.updated_at ?? null);
  const write = (client: DataClient, sent: TestimonialValues, id: string) => {
    const input = valuesToTestimonial(sent);
    const writeOver = (seen: string | null) =>
      seen === null ? createTestimonial(client, input, id) : updateTestimonial(client, id, input, seen);
    return saveOver(userId, writeOver, form.origin.current.base);
  };
  const { save, isSaving } = useSave<TestimonialValues, TestimonialRow>({
    form,
    status,
    create: (client, sent) => write(client, sent, form.newId),
    update: (client, sent, { id }) => write(client, sent, id),
    readWritten: (saved) => ({ version: versionOf(saved), assigned: {} }),
    stale: STALE_AFTER.testimonial,
    created: MESSAGES.testimonialCreated,
    updated: MESSAGES.testimonialUpdated,
    failed: MESSAGES.saveTestimonialFailed,
    onClose,
    onContinue: (saved) => {
      setItem(saved);
      onCreated(saved.id);
    },
  });
  const { values, change, errors } = form;
  const words = dashboard.testimonials;
  return (
    <ItemFormFrame
      heading={item ? words.editHeading : words.createHeading}
      idPrefix="testimonial"
      form={form}
      isSaving={isSaving}
      status={status.status}
      onSave={(options) => save(values, item, options)}
      onClose={onClose}
    >
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
