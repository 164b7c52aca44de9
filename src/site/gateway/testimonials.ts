import type { DataClient } from './client.ts';
import type { Row } from './site-database.ts';

export type TestimonialRow = Row<'testimonials'>;

/** Every testimonial, newest first (specification §7); a null answer is an empty list. Rethrows the backend's error. */
export async function listTestimonials(client: DataClient): Promise<TestimonialRow[]> {
  const { data, error } = await client.from('testimonials').select('*').order('created_at', { ascending: false });
  if (error) throw error;
  return data ?? [];
}

/** The time of the last change of a testimonial, or null without testimonials. Rethrows the backend's error. */
export async function findTestimonialChange(client: DataClient): Promise<string | null> {
  const { data, error } = await client
    .from('testimonials')
    .select('updated_at')
    .order('updated_at', { ascending: false })
    .limit(1)
    .maybeSingle();
  if (error) throw error;
  return data?.updated_at ?? null;
}
