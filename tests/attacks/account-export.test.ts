import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { type TestApp } from '../support/test-app.ts';

/** An administrator could ask for a colleague's link, export the colleague's data and sign in with the link. */
let app: TestApp;
beforeAll(async () => {
  // Without a mail server every mail waits.
  app = await shareTestApp();
  await app.smtp.stop();
});
afterAll(async () => {
  await app?.query('delete from mail.outbox');
  await app?.smtp.start();
  await app?.stop();
});

const PASSWORD = 'a long password';

async function makeAccount(): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@person.example`;
  const { data } = await app.service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  return { id: data.user?.id ?? '', email };
}

test('the export of an account has the text of its enquiries, and of account mail the kind and the time only', async () => {
  const [attacker, colleague] = [await makeAccount(), await makeAccount()];
  for (const { id } of [attacker, colleague]) {
    await app.query('insert into public.admin_users (user_id) values ($1)', [id]);
  }
  await app.query(
    `insert into mail.outbox (id, kind, recipient, reply_to, subject, text_body, created_at, next_attempt_at)
     values (gen_random_uuid(), 'enquiry', 'office@firm.example', $1, 'Enquiry', 'My question', now(), now() + interval '1 day')`,
    [colleague.email],
  );
  expect((await app.client().auth.resetPasswordForEmail(colleague.email)).error).toBeNull();
  expect((await app.client().auth.signInWithOtp({ email: colleague.email })).error).toBeNull();

  const client = app.client();
  await client.auth.signInWithPassword({ email: attacker.email, password: PASSWORD });
  const { data } = await client.rpc('export_account', { account: colleague.id }).throwOnError();
  const { waiting_messages: waiting } = data as { waiting_messages: Record<string, unknown>[] };
  const time = expect.any(String);
  expect(JSON.stringify(data)).not.toContain('verify?');
  expect(waiting).toEqual([
    expect.objectContaining({ kind: 'enquiry', text_body: 'My question' }),
    { kind: 'recovery', created_at: time },
    { kind: 'magic_link', created_at: time },
  ]);
});
