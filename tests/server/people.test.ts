import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findText } from '../support/find-text.ts';
import { setUpMfa } from '../support/mfa.ts';
import { runAdmin, runPeople } from '../support/run-admin.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { type Client, type TestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await shareTestApp();
  owner = await app.signIn({ admin: true });
});
afterAll(() => app?.stop());

const idOf = async (client: Client) => (await client.auth.getUser()).data.user?.id ?? '';
const PASSWORD = 'a long password';

/** An administrator with traces everywhere: a session, MFA, a post with versions and a pending draft, deleted items. */
async function makeWriter() {
  const email = `writer-${randomUUID()}@person.example`;
  const client = await app.signIn({ admin: true, email, password: PASSWORD });
  await setUpMfa(client);
  const id = await idOf(client);
  await client
    .from('profiles')
    .insert({ user_id: id, name: nameOf(email) })
    .throwOnError();
  await app.query(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
     values ($1, $2, '\\x00', 'Laptop')`,
    [id, Buffer.from(id)],
  );
  const slug = `p-${randomUUID()}`;
  const post = { title: 'Kept post', slug, content: 'Text', status: 'published' as const };
  const inserted = await client.from('blog_posts').insert(post).select('id, updated_at').single().throwOnError();
  const { id: postId, updated_at: base } = inserted.data;
  await client.from('post_drafts').insert({ post_id: postId, version: 'a:1', fields: {}, base }).throwOnError();
  await client.from('post_presence').insert({ post_id: postId }).throwOnError();
  await client.from('post_comments').insert({ post_id: postId, text: 'A comment' }).throwOnError();
  const category = { name: 'Gone', slug: `c-${randomUUID()}` };
  const made = await client.from('categories').insert(category).select('id').single().throwOnError();
  await client.from('categories').delete().eq('id', made.data.id).throwOnError();
  await app.query(
    `insert into mail.outbox (id, kind, recipient, subject, text_body, created_at, next_attempt_at, given_up_at)
     values (gen_random_uuid(), 'recovery', $1, 'A link', 'A link', now(), now(), now())`,
    [email],
  );
  return { id, email, client, postId, updatedAt: base };
}

/** A name that is found wherever it is stored. */
const nameOf = (email: string) => `Name of ${email}`;

type Exported = Record<string, unknown[]> & { account: Record<string, unknown> };

describe('what is held of a person', () => {
  test('is exported alike by the command and by the dashboard, without passwords and secrets', async () => {
    const writer = await makeWriter();
    const byCommand = JSON.parse(await runPeople(app, 'export', writer.email.toUpperCase())) as Exported;
    const { data } = await owner.rpc('export_account', { account: writer.id }).throwOnError();
    expect(data).toEqual(byCommand);
    expect(byCommand.account).toMatchObject({ id: writer.id, email: writer.email });
    expect(byCommand['profile']).toEqual({ name: nameOf(writer.email), person: null });
    const parts = [
      'identities',
      'sessions',
      'mfa_factors',
      'activity',
      'posts',
      'versions',
      'pending_drafts',
      'comments',
    ];
    for (const part of parts) {
      expect(byCommand[part], part).not.toEqual([]);
    }
    expect(byCommand['passkeys']).toMatchObject([{ friendly_name: 'Laptop' }]);
    expect(byCommand['deleted_items']).toMatchObject([{ table_name: 'categories', name: 'Gone' }]);
    expect(byCommand['waiting_messages']).toEqual([{ kind: 'recovery', created_at: expect.any(String) }]);
    const [secrets] = await app.query(
      `select u.encrypted_password, f.secret from auth.users u join auth.mfa_factors f on f.user_id = u.id where u.id = $1`,
      [writer.id],
    );
    for (const secret of Object.values(secrets ?? {})) expect(JSON.stringify(byCommand)).not.toContain(secret);
  });

  test('of an address without an account is what waits to be sent', async () => {
    const email = `${randomUUID()}@visitor.example`;
    await insertEnquiryOf(email);
    const { account, waiting_messages: waiting } = JSON.parse(await runPeople(app, 'export', email)) as Exported;
    expect(account).toBeNull();
    expect(waiting).toMatchObject([{ kind: 'enquiry', reply_to: email, text_body: 'My question' }]);
  });
});

async function insertEnquiryOf(email: string): Promise<void> {
  await app.query(
    `insert into mail.outbox (id, kind, recipient, reply_to, subject, text_body, created_at, next_attempt_at, given_up_at)
     values (gen_random_uuid(), 'enquiry', 'office@firm.example', $1, 'Enquiry', 'My question', now(), now(), now())`,
    [email],
  );
}

describe('an account that is deleted', () => {
  const [FROM_DASHBOARD, SOFTLY] = ['from the dashboard', 'by the admin API, softly'];
  const deletions: [how: string, remove: (writer: { id: string; email: string }) => Promise<unknown>][] = [
    ['by the command', ({ email }) => runPeople(app, 'delete', email)],
    [FROM_DASHBOARD, async ({ id }) => owner.rpc('delete_account', { account: id }).throwOnError()],
    ['by the admin API', ({ id }) => app.service.auth.admin.deleteUser(id)],
    [SOFTLY, ({ id }) => app.service.auth.admin.deleteUser(id, true)],
  ];

  test.each(deletions)(
    '%s leaves its address nowhere, and its posts as they were, without an author',
    async (how, remove) => {
      const writer = await makeWriter();
      expect(await findText(app, writer.email)).toEqual(expect.arrayContaining(['auth.users', 'public.activity']));
      await remove(writer);
      expect(await findText(app, writer.email)).toEqual([]);
      const sessions = await app.query('select from auth.sessions where user_id = $1', [writer.id]);
      const factors = await app.query('select from auth.mfa_factors where user_id = $1', [writer.id]);
      const passkeys = await app.query('select from auth.webauthn_credentials where user_id = $1', [writer.id]);
      expect([sessions, factors, passkeys]).toEqual([[], [], []]);
      expect((await writer.client.auth.getUser()).error, how).not.toBeNull();
      const signIn = await app.client().auth.signInWithPassword({ email: writer.email, password: PASSWORD });
      expect(signIn.error?.code).toBe('invalid_credentials');
      if (how === SOFTLY) return;
      const [post] = await app.query(
        'select author_id, updated_at = $2 as same, status from public.blog_posts where id = $1',
        [writer.postId, writer.updatedAt],
      );
      expect(post).toEqual({ author_id: null, same: true, status: 'published' });
      const { data: versions } = await owner
        .from('post_revisions')
        .select('saved_by, saved_by_email')
        .eq('post_id', writer.postId);
      expect(versions).toEqual([{ saved_by: writer.id, saved_by_email: null }]);
      if (how !== FROM_DASHBOARD) return;
      const { data } = await owner
        .from('activity')
        .select('verb, subject, title, actor_id')
        .eq('subject_id', writer.id)
        .order('id');
      expect(data?.at(-1)).toEqual({ verb: 'deleted', subject: 'account', title: '', actor_id: await idOf(owner) });
    },
  );

  test('leaves no address in a change that was under way either', async () => {
    const { id, email } = await makeWriter();
    const claims = JSON.stringify({ sub: id, email });
    const category = `'Late', 'c-${randomUUID()}'`;
    const changing = app.query(`begin;
      select set_config('request.jwt.claims', '${claims}', true);
      insert into public.categories (name, slug) values (${category});
      select pg_sleep(1);
      commit`);
    await waitFor(
      async () => (await app.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)).length > 0,
    );
    await owner.rpc('delete_account', { account: id }).throwOnError();
    await changing;
    await app.query(`select public.forget_old_traces(now() - interval '365 days')`);
    expect(await findText(app, email)).toEqual([]);
  });

  test('takes enquiries of its address along that have not left, but not those that its owner receives', async () => {
    const email = `${randomUUID()}@visitor.example`;
    await insertEnquiryOf(email);
    await app.query(
      `insert into mail.outbox (id, kind, recipient, reply_to, subject, text_body, created_at, next_attempt_at, given_up_at)
       values (gen_random_uuid(), 'enquiry', $1, 'another@visitor.example', 'Enquiry', 'For the office', now(), now(), now())`,
      [email],
    );
    expect(await runPeople(app, 'delete', email)).toContain(`Deleted of ${email}: 1 message that had not left.`);
    const left = await app.query('select text_body from mail.outbox where recipient = $1 or reply_to = $1', [email]);
    expect(left).toEqual([{ text_body: 'For the office' }]);
    expect(await runPeople(app, 'delete', email)).toContain(`Nothing is held of ${email}.`);
  });
});

describe('rights on the data of accounts', () => {
  test('visitors, signed-in people and the owner of the account can neither export nor delete it', async () => {
    const writer = await makeWriter();
    const person = await app.signIn({ admin: false });
    for (const client of [app.anon, person, app.service]) {
      for (const call of ['export_account', 'delete_account'] as const) {
        expect((await client.rpc(call, { account: writer.id })).error?.code, call).toBe('42501');
      }
    }
    expect((await writer.client.rpc('delete_account', { account: writer.id })).error?.code).toBe('42501');
    expect(await app.query('select 1 as one from auth.users where id = $1', [writer.id])).toHaveLength(1);
  });

  test('nobody may call the functions behind them', async () => {
    const args = { account: await idOf(owner), address: 'a@person.example' };
    for (const client of [app.anon, owner, app.service]) {
      for (const name of ['person_data', 'person_data_without_profile', 'erase_person']) {
        const { error } = await client.rpc(name as 'export_account', args as never);
        expect(['42501', 'PGRST202'], name).toContain(error?.code);
      }
    }
  });

  test('the activity list still cannot be rewritten', async () => {
    await expect(app.query(`update public.activity set title = 'Nothing'`)).rejects.toThrow('only ever added to');
    await expect(app.query('delete from public.activity')).rejects.toThrow('only ever added to');
  });

  test('an unknown account is an error', async () => {
    const { error } = await owner.rpc('export_account', { account: randomUUID() });
    expect(error?.code).toBe('P0002');
  });

  test('the last administrator who can sign in cannot be deleted', async () => {
    const alone = await shareTestApp();
    try {
      const email = `${randomUUID()}@person.example`;
      await alone.signIn({ admin: true, email });
      await expect(runPeople(alone, 'delete', email)).rejects.toThrow('This is the last administrator who can sign in');
      const list = await runAdmin(alone, 'list');
      expect(list).toContain(email);
      expect(list).toMatch(/last signed in \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m);
    } finally {
      await alone.stop();
    }
  });
});
