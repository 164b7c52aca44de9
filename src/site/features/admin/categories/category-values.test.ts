import { expect, test } from 'vitest';
import { EMPTY_CATEGORY, validateCategory, categoryToValues, valuesToCategory } from './category-values.ts';

test('a name is required, and nothing else', () => {
  expect(Object.keys(validateCategory({ ...EMPTY_CATEGORY, name: ' ' }))).toEqual(['name']);
  expect(validateCategory({ ...EMPTY_CATEGORY, name: 'Customs' })).toEqual({});
});

test('a category goes through the form unchanged', () => {
  const category = {
    id: 'c1',
    name: 'Customs',
    slug: 'customs',
    description: null,
    created_at: '2026-11-21',
    updated_at: '2026-11-21',
  };
  expect(valuesToCategory(categoryToValues(category), 'customs')).toEqual({
    name: 'Customs',
    slug: 'customs',
    description: null,
  });
});
