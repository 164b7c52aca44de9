import { expect, test } from 'vitest';
import { createServerClient } from './load-context.server.ts';
import { listItems } from './items.ts';

const config = {
  siteUrl: 'http://site.example',
  supabaseUrl: '',
  anonKey: 'key',
  emailjs: { origin: '', serviceId: '', templateId: '', publicKey: '' },
  activityDays: null,
  backupDays: null,
  countsViews: false,
};

test('a loader gets an error of the backend at once, without a retry', async () => {
  let asked = 0;
  const away: typeof fetch = () => {
    asked += 1;
    return Promise.resolve(Response.json({ message: 'The database is away' }, { status: 503 }));
  };
  const client = createServerClient(config, away);
  await expect(listItems(client, 'testimonials')).rejects.toMatchObject({ message: 'The database is away' });
  expect(asked).toBe(1);
});
