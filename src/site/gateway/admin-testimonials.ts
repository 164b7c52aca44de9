import type { DataClient } from './client.ts';
import { expectOneRow } from './rejected-write.ts';
import type { Testimonial } from './testimonials.ts';

export type TestimonialRow = Pick<Testimonial, 'name' | 'company' | 'testimonial' | 'rating' | 'is_featured'>;

export async function createTestimonial(client: DataClient, row: TestimonialRow): Promise<void> {
  const { data, error } = await client.from('testimonials').insert(row).select('id');
  if (error) throw error;
  expectOneRow(data);
}

/** Throws RejectedWrite where no row was touched, and the backend's error. */
export async function updateTestimonial(client: DataClient, id: string, row: TestimonialRow): Promise<void> {
  const { data, error } = await client.from('testimonials').update(row).eq('id', id).select('id');
  if (error) throw error;
  expectOneRow(data);
}

/** Throws RejectedWrite where no row was touched, and the backend's error. */
export async function deleteTestimonial(client: DataClient, id: string): Promise<void> {
  const { data, error } = await client.from('testimonials').delete().eq('id', id).select('id');
  if (error) throw error;
  expectOneRow(data);
}
