import type { DataClient } from './client.ts';
import { insertOnce } from './insert-once.ts';
import { findItemSaver } from './last-save.ts';
import { expectOneRow } from './rejected-write.ts';
import type { TestimonialRow } from './testimonials.ts';
import { hasValues, updateSeen } from './update-seen.ts';

/** What the form of a testimonial writes. */
export type TestimonialInput = Omit<TestimonialRow, 'id' | 'created_at' | 'updated_at'>;

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
    hasValues: (made) => hasValues(made, input),
    // An insert sets both times to the same value, so that a later change is a conflict.
    overwrite: (made) => updateTestimonial(client, id, input, made.created_at),
  });
}

/**
 * Changes the row if its `updated_at` is still `seen`; returns it. Throws ItemConflict where somebody else saved
 * meanwhile, RejectedWrite where the row is gone or may not be changed, and the backend's error.
 */
export async function updateTestimonial(
  client: DataClient,
  id: string,
  input: TestimonialInput,
  seen: string,
): Promise<TestimonialRow> {
  const rows = () => client.from('testimonials');
  return updateSeen<TestimonialRow>({
    update: () => rows().update(input).eq('id', id).eq('updated_at', seen).select('*'),
    find: async () => (await rows().select('*').eq('id', id).maybeSingle().throwOnError()).data,
    hasValues: (theirs) => hasValues(theirs, input),
    findSaver: (theirs) => findItemSaver(client, id, theirs.updated_at),
    seen,
  });
}

/** Throws RejectedWrite where no row was deleted, and the backend's error. */
export async function deleteTestimonial(client: DataClient, id: string): Promise<void> {
  const { data, error } = await client.from('testimonials').delete().eq('id', id).select('id');
  if (error) throw error;
  expectOneRow(data);
}
