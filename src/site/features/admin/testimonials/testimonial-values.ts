import { RATING_DEFAULT } from '#contract/limits.ts';
import { dashboard } from '#site/content/dashboard.ts';
import type { TestimonialInput } from '#site/gateway/admin-testimonials.ts';
import type { TestimonialRow } from '#site/gateway/testimonials.ts';

/** The form has the same fields as the row. */
export type TestimonialValues = TestimonialInput;
export const EMPTY_TESTIMONIAL: TestimonialValues = {
  name: '',
  company: '',
  testimonial: '',
  rating: RATING_DEFAULT,
  is_featured: false,
};

export function testimonialToValues({
  name,
  company,
  testimonial,
  rating,
  is_featured,
}: TestimonialRow): TestimonialValues {
  return { name, company, testimonial, rating, is_featured };
}

export function valuesToTestimonial(values: TestimonialValues): TestimonialInput {
  return {
    ...values,
    name: values.name.trim(),
    company: values.company.trim(),
    testimonial: values.testimonial.trim(),
  };
}

export function validateTestimonial(values: TestimonialValues): Partial<Record<keyof TestimonialValues, string>> {
  const words = dashboard.testimonials.errors;
  return {
    ...(!values.name.trim() && { name: words.name }),
    ...(!values.company.trim() && { company: words.company }),
    ...(!values.testimonial.trim() && { testimonial: words.testimonial }),
  };
}
