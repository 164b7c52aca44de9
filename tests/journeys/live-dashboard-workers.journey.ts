import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { expect } from '../support/page-expect.ts';
import { setUpJourney } from '../support/journey.ts';
import { openAsOther } from '../support/live.ts';

// Each connection goes to the next worker, so that editors are connected to both.
const journey = setUpJourney({ env: { WEB_WORKERS: '2' } });

test('with two workers every editor sees the saves of all others', async () => {
  const editors = await Promise.all(Array.from({ length: 4 }, () => openAsOther(journey)));
  // Only rows that are saved after a list was read are marked in it.
  const first = `First ${randomUUID().slice(0, 8)}`;
  const row = { title: first, slug: `s-${randomUUID()}`, content: 'Text' };
  await journey.app.service.from('blog_posts').insert(row).throwOnError();
  for (const { page } of editors) await expect(page.getByRole('row').filter({ hasText: first })).toBeVisible();
  for (const saver of editors) {
    const title = `Of all workers ${randomUUID().slice(0, 8)}`;
    const client = journey.app.client();
    await client.auth.signInWithPassword(saver.person);
    await client
      .from('blog_posts')
      .insert({ title, slug: `s-${randomUUID()}`, content: 'Text' })
      .throwOnError();
    for (const { page, person } of editors) {
      const shown = page.getByRole('row').filter({ hasText: title });
      await expect(shown).toBeVisible();
      if (person === saver.person) continue;
      await expect(shown.locator('.change-mark')).toContainText(`New, by ${saver.person.email}, `);
    }
  }
});
