import { expect, test } from 'vitest';
import {
  EMPTY_TESTIMONIAL,
  validateTestimonial,
  testimonialToValues,
  valuesToTestimonial,
} from './testimonial-values.ts';

test('a new testimonial has five stars and is not featured', () => {
  expect(EMPTY_TESTIMONIAL).toMatchObject({ rating: 5, is_featured: false });
});

test('name, company and testimonial are required, in that order', () => {
  expect(Object.keys(validateTestimonial({ ...EMPTY_TESTIMONIAL, company: ' ' }))).toEqual([
    'name',
    'company',
    'testimonial',
  ]);
});

test('a testimonial goes through the form unchanged, without its id and date', () => {
  const row = { name: 'A', company: 'B', testimonial: 'C', rating: 3, is_featured: true };
  const values = testimonialToValues({ id: 't1', created_at: '2026-11-21', updated_at: '2026-11-21', ...row });
  expect(validateTestimonial(values)).toEqual({});
  expect(valuesToTestimonial(values)).toEqual(row);
});
