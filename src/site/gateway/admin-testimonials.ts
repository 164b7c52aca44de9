import type { DataClient } from './client.ts';
import { insertOnce } from './insert-once.ts';
import { expectOneRow, onlyRow } from './rejected-write.ts';
import type { TestimonialRow } from './testimonials.ts';

/** What the form of a testimonial writes. */
export type TestimonialInput = Omit<TestimonialRow, 'id' | 'created_at'>;

/** Creates the row `id`, once; returns it. Throws RejectedWrite, and the backend's error. */
export async function createTestimonial(
  client: DataClient,
  input: TestimonialInput,
  id: string,
): Promise<TestimonialRow> {
  const rows = () => client.from('testimonials');
  return insertOnce<TestimonialRow>({
    insert: () =>
      rows()
        .insert({ ...input, id })
        .select('*'),
    find: async () => (await rows().select('*').eq('id', id).maybeSingle().throwOnError()).data,
    hasValues: (made) => (Object.keys(input) as (keyof TestimonialInput)[]).every((name) => made[name] === input[name]),
    overwrite: () => updateTestimonial(client, id, input),
  });
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
