import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { type Client, type TestApp } from '../support/test-app.ts';
import { idOf, signInPersons } from './persons.ts';
import { PERSONS, type Person, type Verb } from './rights.ts';

/** The rights on objects, tried through the storage service and checked in the database. */
type Place = { bucket: 'media' | 'papers'; allowed: Record<Verb, readonly Person[]> };
const ADMINS: readonly Person[] = ['admin', 'service'];
const SERVICE: readonly Person[] = ['service'];
const PLACES: readonly Place[] = [
  { bucket: 'media', allowed: { select: ADMINS, insert: ['writer', ...ADMINS], update: ADMINS, delete: ADMINS } },
  { bucket: 'papers', allowed: { select: SERVICE, insert: SERVICE, update: SERVICE, delete: SERVICE } },
];
const VERBS: readonly Verb[] = ['select', 'insert', 'update', 'delete'];
/** The smallest valid GIF. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const picture = () => new Blob([GIF], { type: 'image/gif' });

let app: TestApp;
let clients: Record<Person, Client>;

beforeAll(async () => {
  app = await shareTestApp();
  await app.service.storage.createBucket('papers', { public: false });
  clients = await signInPersons(app);
});
afterAll(() => app?.stop());

async function uploadObject(bucket: string): Promise<string> {
  const key = `${randomUUID()}.gif`;
  const { error } = await app.service.storage.from(bucket).upload(key, picture());
  if (error) throw error;
  return key;
}

async function rowOf(bucket: string, key: string): Promise<Record<string, unknown> | undefined> {
  return (await app.query('select * from storage.objects where bucket_id = $1 and name = $2', [bucket, key]))[0];
}

/** Every request of the service for each verb. A right that one request grants and another rejects fails the test. */
const WAYS: Record<Verb, Record<string, (client: Client, bucket: string) => Promise<boolean>>> = {
  select: {
    download: async (client, bucket) =>
      (await client.storage.from(bucket).download(await uploadObject(bucket))).error === null,
    info: async (client, bucket) => (await client.storage.from(bucket).info(await uploadObject(bucket))).error === null,
    sign: async (client, bucket) =>
      (await client.storage.from(bucket).createSignedUrl(await uploadObject(bucket), 9)).error === null,
    list: async (client, bucket) => {
      const search = await uploadObject(bucket);
      return (await client.storage.from(bucket).list('', { search })).data?.length === 1;
    },
  },
  insert: {
    upload: async (client, bucket) => {
      const key = `${randomUUID()}.gif`;
      await client.storage.from(bucket).upload(key, picture());
      return (await rowOf(bucket, key)) !== undefined;
    },
    copy: async (client, bucket) => {
      const key = `${randomUUID()}.gif`;
      await client.storage.from(bucket).copy(await uploadObject(bucket), key);
      return (await rowOf(bucket, key)) !== undefined;
    },
    'sign an upload': async (client, bucket) =>
      (await client.storage.from(bucket).createSignedUploadUrl(`${randomUUID()}.gif`)).error === null,
  },
  update: {
    update: (client, bucket) => changes(bucket, (key) => client.storage.from(bucket).update(key, picture())),
    upsert: (client, bucket) =>
      changes(bucket, (key) => client.storage.from(bucket).upload(key, picture(), { upsert: true })),
    move: (client, bucket) => changes(bucket, (key) => client.storage.from(bucket).move(key, `${randomUUID()}.gif`)),
  },
  delete: {
    remove: async (client, bucket) => {
      const key = await uploadObject(bucket);
      await client.storage.from(bucket).remove([key]);
      return (await rowOf(bucket, key)) === undefined;
    },
  },
};

async function changes(bucket: string, act: (key: string) => Promise<unknown>): Promise<boolean> {
  const key = await uploadObject(bucket);
  const before = await rowOf(bucket, key);
  await act(key);
  return (await rowOf(bucket, key))?.['version'] !== before?.['version'];
}

describe.each(PLACES)('an object of $bucket', ({ bucket, allowed }) => {
  for (const person of PERSONS) {
    for (const verb of VERBS) {
      for (const [way, attempt] of Object.entries(WAYS[verb])) {
        // A writer cannot read what would be copied.
        const may = allowed[verb].includes(person) && !(person === 'writer' && way === 'copy');
        test(`${person} ${may ? 'may' : 'may not'} ${verb} it by ${way}`, async () => {
          expect(await attempt(clients[person], bucket)).toBe(may);
        });
      }
    }
  }
});

test('an administrator can neither move nor copy a picture to another bucket', async () => {
  const key = await uploadObject('media');
  await clients.admin.storage.from('media').move(key, key, { destinationBucket: 'papers' });
  expect(await rowOf('media', key)).toBeDefined();
  await clients.admin.storage.from('media').copy(key, key, { destinationBucket: 'papers' });
  expect(await rowOf('papers', key)).toBeUndefined();
});

test('an object belongs to the user who uploaded it', async () => {
  const key = `${randomUUID()}.gif`;
  await clients.admin.storage.from('media').upload(key, picture());
  const id = await idOf(clients.admin);
  expect(await rowOf('media', key)).toMatchObject({ owner_id: id, owner: id });
});

test('a former administrator cannot upload', async () => {
  const leaving = await app.signIn({ admin: true });
  await app.query('delete from public.admin_users where user_id = $1', [await idOf(leaving)]);
  const { error } = await leaving.storage.from('media').upload(`${randomUUID()}.gif`, picture());
  expect(error).toMatchObject({ statusCode: '403', message: expect.stringContaining('row-level security') });
});

test('object names are split as the policies of a hosted project expect', async () => {
  const [row] = await app.query(
    `select storage.foldername('a/b/c.tar.gz') as folder, storage.filename('a/b/c.tar.gz') as file, storage.extension('a/b/c.tar.gz') as ending`,
  );
  expect(row).toEqual({ folder: ['a', 'b'], file: 'c.tar.gz', ending: 'gz' });
});
