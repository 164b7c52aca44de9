import { expect, test } from 'vitest';
import { categories } from '../categories/categories.tsx';
import { testimonials } from '../testimonials/testimonials.tsx';
import { checkValues, emptyValues, itemToValues, slugFieldOf, valuesToInput } from './flat-items.ts';

const noSlug = () => '';
const stored = { id: 'x1', created_at: '2026-11-21', updated_at: '2026-11-21' };

test('a new testimonial has five stars and is not featured', () => {
  expect(emptyValues(testimonials)).toMatchObject({ rating: 5, is_featured: false });
});

test('name, company and testimonial are required, in that order', () => {
  const errors = checkValues(testimonials, { ...emptyValues(testimonials), company: ' ' });
  expect(Object.keys(errors)).toEqual(['name', 'company', 'testimonial']);
});

test('a testimonial goes through the form unchanged, without its id and date', () => {
  const empty = valuesToInput(testimonials, emptyValues(testimonials), noSlug);
  const row = { ...empty, name: 'A', company: 'B', testimonial: 'C', rating: 3, is_featured: true };
  const values = itemToValues(testimonials, { ...stored, ...row });
  expect(checkValues(testimonials, values)).toEqual({});
  expect(valuesToInput(testimonials, values, noSlug)).toEqual(row);
});

test('a name is required, and nothing else', () => {
  expect(Object.keys(checkValues(categories, { ...emptyValues(categories), name: ' ' }))).toEqual(['name']);
  expect(checkValues(categories, { ...emptyValues(categories), name: 'Customs' })).toEqual({});
});

test('a category goes through the form unchanged', () => {
  const row = { name: 'Customs', slug: 'customs', description: null };
  const values = itemToValues(categories, { ...stored, ...row });
  expect(values).toEqual({ name: 'Customs', slug: 'customs', description: '' });
  expect(valuesToInput(categories, { ...values, name: ' Customs ' }, () => 'customs')).toEqual(row);
});

test('the slug of a category is made from its name; a testimonial has none', () => {
  expect(slugFieldOf(categories)).toEqual({ name: 'slug', from: 'name' });
  expect(slugFieldOf(testimonials)).toBeNull();
});
