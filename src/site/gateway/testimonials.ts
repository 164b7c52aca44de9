import type { DataClient } from './client.ts';
import type { Row } from './site-database.ts';

export type TestimonialRow = Row<'testimonials'>;

/** Every testimonial, newest first (specification §7); a null answer is an empty list. Rethrows the backend's error. */
export async function listTestimonials(client: DataClient): Promise<TestimonialRow[]> {
  const { data, error } = await client.from('testimonials').select('*').order('created_at', { ascending: false });
  if (error) throw error;
  return data ?? [];
}
