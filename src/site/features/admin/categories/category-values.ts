import { dashboard } from '#site/content/dashboard.ts';
import type { Category, CategoryInput } from '#site/gateway/categories.ts';

/** The values of the form: every field as typed, '' instead of null. */
export type CategoryValues = { name: string; slug: string; description: string };
export const EMPTY_CATEGORY: CategoryValues = { name: '', slug: '', description: '' };

export function categoryToValues({ name, slug, description }: Category): CategoryValues {
  return { name, slug, description: description ?? '' };
}

export function valuesToCategory(values: CategoryValues, slug: string): CategoryInput {
  return { name: values.name.trim(), slug, description: values.description.trim() || null };
}

export function validateCategory(values: CategoryValues): Partial<Record<keyof CategoryValues, string>> {
  return values.name.trim() ? {} : { name: dashboard.categories.errors.name };
}
