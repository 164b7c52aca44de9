import { dashboard } from '#site/content/dashboard.ts';
import type { Category, CategoryRow } from '#site/gateway/categories.ts';

/** The form of a category: every field as typed, empty rather than null. */
export type CategoryValues = { name: string; slug: string; description: string };
export const EMPTY_CATEGORY: CategoryValues = { name: '', slug: '', description: '' };

export function categoryToValues({ name, slug, description }: Category): CategoryValues {
  return { name, slug, description: description ?? '' };
}

export function valuesToCategory(values: CategoryValues, slug: string): CategoryRow {
  return { name: values.name.trim(), slug, description: values.description.trim() || null };
}

export function validateCategory(values: CategoryValues): Partial<Record<keyof CategoryValues, string>> {
  return values.name.trim() ? {} : { name: dashboard.categories.errors.name };
}
