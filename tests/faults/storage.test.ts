import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

let app: TestApp;
const folder = (name: string) => join(app.dataFolder, 'storage', name);
const storedFiles = async () => {
  const names = await readdir(folder('objects'), { recursive: true }).catch(() => []);
  return names.map((name) => name.slice(-36)).filter((name) => name.length === 36);
};
/** Half-received files and marks of all processes, running or ended. */
const leftovers = async () =>
  (await readdir(folder('processes'), { recursive: true })).filter((name) => /(incoming|unsettled)\//.test(name));
const versions = async () =>
  (await app.query('select version from storage.objects')).map(({ version }) => String(version));

beforeAll(async () => {
  app = await startTestApp();
  await app.service.storage.createBucket('papers', { public: false });
});
afterAll(() => app?.stop());

test('a SIGKILL leaves neither a file nor its row if it comes between the two or their removal, and both if it comes before the removal', async () => {
  await app.service.storage.from('papers').upload('marked.txt', 'still here');
  const [kept] = await versions();
  await app.query(`create function storage.wait() returns trigger language plpgsql
    as $$ begin if new.metadata is not null then perform pg_sleep(2); end if; return new; end $$`);
  await app.query('create trigger wait before insert on storage.objects for each row execute function storage.wait()');
  const upload = app.service.storage.from('papers').upload('cut.txt', 'bytes without a row');
  await waitFor(async () => (await storedFiles()).length === 2);
  const gone = randomUUID();
  await app.process().kill();
  const [dead = ''] = await readdir(folder('processes'));
  for (const version of [kept, gone])
    await writeFile(join(folder('processes'), dead, 'unsettled', String(version)), '');
  await app.restart('kill');
  expect((await upload).error).not.toBeNull();
  await app.query('drop trigger wait on storage.objects');
  expect(await storedFiles()).toEqual([kept]);
  const { data } = await app.service.storage.from('papers').download('marked.txt');
  expect(await data?.text()).toBe('still here');
  expect(await leftovers()).toEqual([]);
  expect(await readdir(folder('processes'))).toHaveLength(1);
  expect((await app.service.storage.from('papers').upload('cut.txt', 'again')).error).toBeNull();
});

test('a SIGKILL during many uploads loses no acknowledged upload, leaves no row without a file, and removes no file without a row and a mark: a wrong database does not cost the files', async () => {
  await app.service.storage.from('papers').upload('foreign.txt', 'of another database');
  const [foreign] = await app.query(`delete from storage.objects where name = 'foreign.txt' returning version`);
  const acknowledged: string[] = [];
  const upload = async (worker: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const key = `many/${worker}-${n % 7}.txt`;
      const { error } = await app.service.storage
        .from('papers')
        .upload(key, `${key} ${'x'.repeat(5000)}`, { upsert: true });
      if (error) return;
      acknowledged.push(key);
    }
  };
  const uploads = [0, 1, 2].map(upload);
  await waitFor(() => acknowledged.length >= 60);
  await app.restart('kill');
  await Promise.all(uploads);
  for (const key of new Set(acknowledged)) {
    const { data } = await app.service.storage.from('papers').download(key);
    expect((await data?.text())?.startsWith(`${key} `)).toBe(true);
  }
  expect((await storedFiles()).toSorted()).toEqual([...(await versions()), String(foreign?.['version'])].toSorted());
});
