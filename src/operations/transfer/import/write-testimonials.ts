import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import type { SourceTestimonial } from '../source.ts';
import type { ImportReport } from './report.ts';

/** Inserts the testimonials that are not there yet. Throws PostgreSQL's errors. */
export async function importTestimonials(
  testimonials: readonly SourceTestimonial[],
  database: DatabasePool,
  { report, isDryRun }: { report: ImportReport; isDryRun: boolean },
): Promise<void> {
  if (testimonials.length === 0) return;
  await asBackend(database, async (query) => {
    const { rows } = await query('select id::text from public.testimonials where id = any($1)', [
      testimonials.map(({ id }) => id),
    ]);
    const present = new Set(rows.map(({ id }) => id));
    report.testimonials.present += present.size;
    for (const one of testimonials.filter(({ id }) => !present.has(id))) {
      if (!isDryRun) {
        await query(
          `insert into public.testimonials (id, name, company, testimonial, rating, is_featured, created_at)
            values ($1, $2, $3, $4, $5, $6, $7)`,
          [one.id, one.name, one.company, one.testimonial, one.rating, one.is_featured, one.created_at],
        );
      }
      report.testimonials.created += 1;
    }
  });
}
