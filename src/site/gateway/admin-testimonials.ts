import type { DataClient } from './client.ts';
import { expectOneRow, onlyRow } from './rejected-write.ts';
import type { TestimonialRow } from './testimonials.ts';

/** What the form of a testimonial writes. */
export type TestimonialInput = Omit<TestimonialRow, 'id' | 'created_at'>;

/** Returns the created row. Throws RejectedWrite, and the backend's error. */
export async function createTestimonial(client: DataClient, input: TestimonialInput): Promise<TestimonialRow> {
  const { data, error } = await client.from('testimonials').insert(input).select('*');
  if (error) throw error;
  return onlyRow(data);
}

/** Returns the changed row. Throws RejectedWrite where no row was changed, and the backend's error. */
export async function updateTestimonial(
  client: DataClient,
  id: string,
  input: TestimonialInput,
): Promise<TestimonialRow> {
  const { data, error } = await client.from('testimonials').update(input).eq('id', id).select('*');
  if (error) throw error;
  return onlyRow(data);
}

/** Throws RejectedWrite where no row was deleted, and the backend's error. */
export async function deleteTestimonial(client: DataClient, id: string): Promise<void> {
  const { data, error } = await client.from('testimonials').delete().eq('id', id).select('id');
  if (error) throw error;
  expectOneRow(data);
}
