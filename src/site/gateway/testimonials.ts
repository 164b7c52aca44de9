import type { DataClient } from './client.ts';

export type Testimonial = {
  id: string;
  name: string;
  company: string;
  testimonial: string;
  rating: number;
  is_featured: boolean;
  created_at: string;
};

/** Every testimonial, newest first (specification §7); a null answer is an empty list. Rethrows the backend's error. */
export async function listTestimonials(client: DataClient): Promise<Testimonial[]> {
  const { data, error } = await client.from('testimonials').select('*').order('created_at', { ascending: false });
  if (error) throw error;
  return data ?? [];
}
