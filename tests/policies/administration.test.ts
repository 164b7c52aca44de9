import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import type { Client, TestApp } from '../support/test-app.ts';
import { runAdmin } from '../support/run-admin.ts';
import { setUpMfa } from '../support/mfa.ts';
import { idOf, signInPersons } from './persons.ts';
import { PERSONS, type Person, type Verb } from './rights.ts';

let app: TestApp;
let clients: Record<Person, Client>;

beforeAll(async () => {
  app = await shareTestApp();
  clients = await signInPersons(app);
});
afterAll(() => app?.stop());

async function createActivityEntry(): Promise<string> {
  const { data, error } = await clients.admin
    .from('categories')
    .insert({ name: 'Tax', slug: `c-${randomUUID()}` })
    .select('id')
    .single();
  if (error) throw error;
  return data.id;
}

/** Inserts a message that was given up and that no delivery changes; returns its id. */
async function insertMail(): Promise<string> {
  const [row] = await app.query(
    `insert into mail.outbox (id, kind, recipient, subject, text_body, created_at, next_attempt_at, given_up_at)
     values (gen_random_uuid(), 'enquiry', 'office@firm.example', 'A secret', 'A secret', now(), now(), now())
     returning id`,
  );
  return String(row?.['id']);
}

const resetWords = (page: string) => async (): Promise<string> => {
  await app.query(`update public.site_words set words = '{}'`);
  return page;
};

const SUBJECTS = [
  {
    row: 'an account',
    relation: 'accounts',
    mark: 'id',
    create: () => idOf(clients['signed-in']),
    change: { is_admin: true },
    insert: { id: randomUUID(), email: 'new@person.example' },
    allowed: { select: ['admin'], insert: [], update: [], delete: [] },
  },
  {
    row: 'an entry of the activity list',
    relation: 'activity',
    mark: 'subject_id',
    create: createActivityEntry,
    change: { title: 'Nothing happened' },
    insert: { verb: 'created', subject: 'post', subject_id: 'x', title: 'Invented' },
    allowed: { select: ['admin', 'service'], insert: [], update: [], delete: [] },
  },
  {
    row: 'the settings',
    relation: 'site_settings',
    mark: 'id',
    create: async () => 'true',
    change: { require_mfa: false },
    insert: { id: false },
    allowed: { select: ['writer', 'admin', 'service'], insert: [], update: [], delete: [] },
  },
  {
    row: 'the words of the site',
    relation: 'site_words',
    mark: 'page',
    create: resetWords('firm'),
    change: { words: { email: 'attacker@person.example' } },
    insert: { page: 'another' },
    allowed: {
      select: ['anonymous', 'signed-in', 'writer', 'admin', 'service'],
      insert: [],
      update: ['admin', 'service'],
      delete: [],
    },
  },
  {
    row: 'what is cleared before the launch',
    relation: 'site_words',
    mark: 'page',
    create: resetWords('launch'),
    change: { words: { law: { by: 'An attacker', on: '2026-11-24' } } },
    insert: { page: 'another' },
    allowed: {
      select: ['admin', 'service'],
      insert: [],
      update: ['admin', 'service'],
      delete: [],
    },
  },
  {
    row: 'who receives enquiries',
    relation: 'site_words',
    mark: 'page',
    create: resetWords('enquiries'),
    change: { words: { recipients: ['attacker@person.example'] } },
    insert: { page: 'another' },
    allowed: {
      select: ['admin', 'service'],
      insert: [],
      update: ['admin', 'service'],
      delete: [],
    },
  },
  {
    row: 'a message that was given up',
    relation: 'undelivered_mail',
    mark: 'id',
    create: insertMail,
    change: { recipient: 'attacker@person.example' },
    insert: { kind: 'enquiry', recipient: 'attacker@person.example' },
    allowed: { select: ['admin'], insert: [], update: [], delete: [] },
  },
] satisfies {
  row: string;
  relation: 'accounts' | 'activity' | 'site_settings' | 'site_words' | 'undelivered_mail';
  mark: string;
  create: () => Promise<string>;
  change: object;
  insert: object;
  allowed: Record<Verb, readonly Person[]>;
}[];

const SOURCES: Record<string, string> = {
  accounts: 'public.admin_users',
  // Without the mails that the site sends meanwhile.
  undelivered_mail: `mail.outbox where subject = 'A secret' or recipient ~ 'attacker'`,
};

/** All rows as the superuser sees them. A view is replaced by its source table, since it is empty outside a request. */
async function allRows(relation: string): Promise<string> {
  const source = SOURCES[relation] ?? `public.${relation}`;
  return JSON.stringify(await app.query(`select * from ${source} order by 1`));
}

async function tryVerb(client: Client, verb: Verb, subject: (typeof SUBJECTS)[number]): Promise<boolean> {
  const table = client.from(subject.relation as 'activity');
  const key = (await subject.create()) as never;
  const before = await allRows(subject.relation);
  if (verb === 'select') return ((await table.select().eq(subject.mark as never, key)).data ?? []).length > 0;
  if (verb === 'insert') await table.insert(subject.insert as never);
  if (verb === 'update') await table.update(subject.change as never).eq(subject.mark as never, key);
  if (verb === 'delete') await table.delete().eq(subject.mark as never, key);
  return (await allRows(subject.relation)) !== before;
}

describe.each(SUBJECTS)('$row', (subject) => {
  for (const person of PERSONS) {
    for (const verb of ['select', 'insert', 'update', 'delete'] as const) {
      const may = (subject.allowed[verb] as readonly Person[]).includes(person);
      test(`${person} ${may ? 'may' : 'may not'} ${verb} it`, async () => {
        expect(await tryVerb(clients[person], verb, subject)).toBe(may);
      });
    }
  }
});

describe('the words of the site', () => {
  const write = (words: unknown) =>
    clients.admin
      .from('site_words')
      .update({ words: words as never })
      .eq('page', 'firm')
      .select('id, words, updated_at');

  test.each([
    ['no object', [], '23514'],
    ['too large', { note: 'x'.repeat(262_144) }, '23514'],
  ])('%s are rejected', async (_, words, code) => {
    expect((await write(words)).error?.code).toBe(code);
  });

  test('an administrator changes nothing of the row but its words', async () => {
    const rename = await clients.admin.from('site_words').update({ page: 'other' }).eq('page', 'firm');
    expect(rename.error?.code).toBe('42501');
  });

  test('a change is a version with its person, and an entry of the activity list at the same time', async () => {
    const words = { phone: { display: '+91 1234 5678', e164: '+9112345678' } };
    const { data } = await write(words);
    const [row] = data ?? [];
    const by = await idOf(clients.admin);
    const revisions = await clients.admin
      .from('post_revisions')
      .select()
      .eq('post_id', row!.id)
      .order('id', { ascending: false });
    expect(revisions.data?.[0]).toMatchObject({ post: words, saved_by: by, saved_at: row!.updated_at });
    const entries = await clients.admin
      .from('activity')
      .select()
      .eq('subject_id', row!.id)
      .order('id', { ascending: false });
    expect(entries.data?.[0]).toMatchObject({
      verb: 'changed',
      subject: 'words',
      title: 'firm',
      happened_at: row!.updated_at,
    });
    const count = revisions.data?.length;
    await write(words);
    const after = await clients.admin.from('post_revisions').select('id').eq('post_id', row!.id);
    expect(after.data).toHaveLength(count ?? 0);
  });
});

test('an administrator sees an undelivered message, but not its content', async () => {
  const { data } = await clients.admin
    .from('undelivered_mail')
    .select()
    .eq('id', await insertMail());
  expect(data).toMatchObject([{ kind: 'enquiry', recipient: 'office@firm.example' }]);
  expect(JSON.stringify(data)).not.toContain('secret');
});

describe('administrators', () => {
  test('an unconfirmed account can become an administrator only if it is invited and has no password', async () => {
    const id = randomUUID();
    await app.query(`insert into auth.users (id, email, encrypted_password) values ($1, $2, 'set by an attacker')`, [
      id,
      `${id}@person.example`,
    ]);
    const grant = () => clients.admin.from('admin_users').insert({ user_id: id });
    expect((await grant()).error?.code).toBe('42501');
    await app.query('update auth.users set invited_at = now() where id = $1', [id]);
    expect((await grant()).error?.code).toBe('42501');
    await app.query('update auth.users set encrypted_password = null where id = $1', [id]);
    expect((await grant()).error).toBeNull();
  });

  test('an administrator whose row is deleted loses all rights at once', async () => {
    const leaving = await app.signIn({ admin: true });
    await clients.admin
      .from('admin_users')
      .delete()
      .eq('user_id', await idOf(leaving));
    expect((await leaving.from('accounts').select()).data).toEqual([]);
    expect((await leaving.from('admin_users').insert({ user_id: await idOf(leaving) })).error?.code).toBe('42501');
  });
});

describe('the last administrator who can sign in', () => {
  const refused = 'The last administrator who can sign in';
  let owner: Client;
  let other: Client;
  let ownerId: string;
  let otherId: string;

  beforeEach(async () => {
    [owner, other] = [await app.signIn({ admin: true }), await app.signIn({ admin: true })];
    [ownerId, otherId] = [await idOf(owner), await idOf(other)];
    await app.query('delete from public.admin_users where user_id not in ($1, $2)', [ownerId, otherId]);
  });
  // For the tests that follow.
  afterAll(async () => {
    await app.query('insert into public.admin_users (user_id) values ($1)', [await idOf(clients.admin)]);
  });
  const removeOwner = () => app.query('delete from public.admin_users where user_id = $1', [ownerId]);

  test('cannot be removed, even by concurrent deletes or with the account', async () => {
    const answers = await Promise.all([
      owner.from('admin_users').delete().eq('user_id', otherId),
      other.from('admin_users').delete().eq('user_id', ownerId),
    ]);
    const left = await app.query('select user_id from public.admin_users');
    expect(left).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === 'P0001').length).toBeLessThanOrEqual(1);
    const last = left[0]?.['user_id'];
    await expect(app.query('delete from public.admin_users')).rejects.toThrow('The last administrator');
    await expect(app.query('delete from auth.users where id = $1', [last])).rejects.toThrow('The last administrator');
    const [account] = await app.query('select email from auth.users where id = $1', [last]);
    await expect(runAdmin(app, 'revoke', String(account?.['email']))).rejects.toThrow(
      'This is the last administrator who can sign in',
    );
  });

  test.each([
    ['was invited and never confirmed', `email_confirmed_at = null, invited_at = now(), encrypted_password = null`],
    ['opened the invitation and chose no password', `encrypted_password = ''`],
    ['has an unconfirmed address', `email_confirmed_at = null`],
    ['is banned', `banned_until = now() + interval '1 day'`],
    ['is marked as deleted', `deleted_at = now()`],
  ])('is the owner where the other %s', async (_, change) => {
    await app.query(`update auth.users set ${change} where id = $1`, [otherId]);
    const { error } = await owner.from('admin_users').delete().eq('user_id', ownerId);
    expect(error).toMatchObject({ code: 'P0001', message: expect.stringContaining(refused) });
    await expect(removeOwner()).rejects.toThrow(refused);
    await expect(app.query('delete from auth.users where id = $1', [ownerId])).rejects.toThrow(refused);
  });

  test('is not the owner where the other has an identity instead of a password, and a ban that has ended', async () => {
    await app.query(
      `update auth.users set encrypted_password = '', banned_until = now() - interval '1 day' where id = $1`,
      [otherId],
    );
    await app.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider) values ('1', $1, '{}', 'google')`,
      [otherId],
    );
    const { data } = await owner.from('accounts').select('can_sign_in').eq('id', otherId).single();
    expect(data).toEqual({ can_sign_in: true });
    await removeOwner();
  });

  test('is told from others in the list of accounts and by the command line', async () => {
    await app.query(`update auth.users set encrypted_password = '' where id = $1`, [otherId]);
    const read = () => owner.from('accounts').select('email, can_sign_in, is_banned').eq('id', otherId).single();
    const { data } = await read();
    expect(data).toMatchObject({ can_sign_in: false, is_banned: false });
    await app.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [otherId]);
    expect((await read()).data).toMatchObject({ can_sign_in: false, is_banned: true });
    const line = (await runAdmin(app, 'list')).split('\n').find((one) => one.startsWith(data?.email ?? '?'));
    expect(line).toContain('cannot sign in');
  });
});

test('nobody may read which accounts can sign in, except through the list of accounts', async () => {
  for (const client of [app.anon, clients.admin, app.service]) {
    expect((await client.from('usable_accounts').select()).error?.code).toBe('42501');
  }
});

describe('MFA', () => {
  beforeEach(() => app.query('update public.site_settings set require_mfa = false'));
  const dashboard = (client: Client) => client.from('accounts').select('id').limit(1);
  const mayAdminister = async (client: Client) => (await dashboard(client)).data?.length === 1;
  const requireMfa = (client: Client) =>
    client.from('site_settings').update({ require_mfa: true }).eq('id', true).select('require_mfa');

  test('an administrator with MFA has no rights before the code is verified', async () => {
    const email = `${randomUUID()}@person.example`;
    const password = 'a long password';
    const person = await app.signIn({ admin: true, email, password });
    expect(await mayAdminister(person)).toBe(true);
    await setUpMfa(person);
    expect(await mayAdminister(person)).toBe(true);

    const attacker = app.client();
    await attacker.auth.signInWithPassword({ email, password });
    expect(await mayAdminister(attacker)).toBe(false);
    expect((await attacker.from('categories').insert({ name: 'X', slug: `c-${randomUUID()}` })).error?.code).toBe(
      '42501',
    );
    expect((await attacker.from('admin_users').insert({ user_id: await idOf(clients['signed-in']) })).error?.code).toBe(
      '42501',
    );
    expect((await attacker.from('admin_users').select()).data).toHaveLength(1);
  });

  test('only an administrator with verified MFA can require MFA of all administrators', async () => {
    expect((await requireMfa(clients['signed-in'])).data).toEqual([]);
    expect((await requireMfa(clients.admin)).error?.code).toBe('42501');
    const person = await app.signIn({ admin: true });
    await setUpMfa(person);
    expect((await requireMfa(person)).data).toEqual([{ require_mfa: true }]);
  });

  test('required MFA withholds the rights of administrators until they enrol a factor', async () => {
    const [first, other] = [await app.signIn({ admin: true }), await app.signIn({ admin: true })];
    await setUpMfa(first);
    await requireMfa(first);
    expect(await mayAdminister(first)).toBe(true);
    expect(await mayAdminister(other)).toBe(false);
    expect((await other.from('site_settings').select()).data).toEqual([{ id: true, require_mfa: true }]);
    await setUpMfa(other);
    expect(await mayAdminister(other)).toBe(true);
    await first.from('site_settings').update({ require_mfa: false }).eq('id', true);
    expect(await mayAdminister(clients.admin)).toBe(true);
  });

  test('the operator can turn the requirement on and off, and reset the MFA of an account', async () => {
    const email = `${randomUUID()}@person.example`;
    const password = 'a long password';
    const person = await app.signIn({ admin: true, email, password });
    await setUpMfa(person);
    expect(await runAdmin(app, 'require-mfa', 'on')).toContain('Every administrator needs MFA now');
    expect(await mayAdminister(clients.admin)).toBe(false);
    expect(await runAdmin(app, 'require-mfa', 'off')).toContain('password alone');
    expect(await mayAdminister(clients.admin)).toBe(true);
    expect(await runAdmin(app, 'reset-mfa', email)).toContain('password alone now');
    expect((await person.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    await person.auth.signInWithPassword({ email, password });
    expect(await mayAdminister(person)).toBe(true);
  });
});

describe('the activity list', () => {
  const entriesOf = async (subjectId: string) => {
    const { data } = await clients.admin.from('activity').select().eq('subject_id', subjectId).order('id');
    return data ?? [];
  };

  test('records each change of a post with its actor and the title at that time', async () => {
    const { admin } = clients;
    const post = { title: 'First', slug: `p-${randomUUID()}`, content: 'Text' };
    const { data } = await admin.from('blog_posts').insert(post).select('id').single();
    const id = data?.id ?? '';
    const change = (row: object) => admin.from('blog_posts').update(row).eq('id', id);
    await change({ title: 'Second' });
    await change({ title: 'Second' });
    await change({ status: 'published' });
    await change({ status: 'archived' });
    await change({ status: 'draft' });
    await admin.from('blog_posts').delete().eq('id', id);
    const { data: deleted } = await admin.from('deleted_items').select('id').eq('row_id', id).single();
    await admin
      .from('deleted_items')
      .update({ restored_at: 'now' })
      .eq('id', deleted?.id ?? 0);

    const entries = await entriesOf(id);
    expect(entries.map(({ verb, title }) => `${verb} ${title}`)).toEqual([
      'created First',
      'changed Second',
      'published Second',
      'archived Second',
      'withdrawn Second',
      'deleted Second',
      'restored Second',
    ]);
    const { data: actor } = await admin.auth.getUser();
    for (const entry of entries) {
      expect(entry).toMatchObject({ subject: 'post', actor_id: actor.user?.id, actor_email: actor.user?.email });
    }
  });

  test('records granted and revoked administrators, also from the command line, and changed settings', async () => {
    const person = await app.signIn({ admin: false });
    const [id, { data }] = [await idOf(person), await person.auth.getUser()];
    await clients.admin.from('admin_users').insert({ user_id: id });
    await runAdmin(app, 'revoke', data.user?.email ?? '');
    expect(await entriesOf(id)).toMatchObject([
      { verb: 'granted', title: data.user?.email, actor_id: await idOf(clients.admin) },
      { verb: 'revoked', title: data.user?.email, actor_id: null, actor_email: null },
    ]);
    await runAdmin(app, 'require-mfa', 'on');
    await runAdmin(app, 'require-mfa', 'off');
    expect((await entriesOf('require_mfa')).slice(-2)).toMatchObject([
      { verb: 'switched on' },
      { verb: 'switched off' },
    ]);
  });

  test('cannot be rewritten, even by the superuser', async () => {
    await createActivityEntry();
    await expect(app.query(`update public.activity set title = ''`)).rejects.toThrow('only ever added to');
    await expect(app.query('delete from public.activity')).rejects.toThrow('only ever added to');
    await expect(app.query('truncate public.activity')).rejects.toThrow('only ever added to');
  });
});
