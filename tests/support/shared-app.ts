import { inject } from 'vitest';
import { type TestApp, startTestApp } from './test-app.ts';
import { isTwoInstances } from './two-instances.ts';

type Options = { sampleContent?: boolean };

/** Vitest evaluates this module once a worker (`isolate: false`). */
const apps = new Map<boolean, Promise<TestApp>>();

/**
 * The app that the test files of one worker use one after the other, with the rows, the log and the mailbox of a new one.
 * None may end it, restart it or leave its schema changed. Its limits are shared: each test uses addresses of its own.
 */
export async function shareTestApp({ sampleContent = false }: Options = {}): Promise<TestApp> {
  if (isTwoInstances) return startTestApp({ sampleContent });
  const known = apps.get(sampleContent);
  const starting = known ?? startShared(sampleContent);
  apps.set(sampleContent, starting);
  const app = await starting.catch((error: unknown) => {
    apps.delete(sampleContent);
    throw error;
  });
  if (known) await putRowsBack(app);
  const mailsBefore = app.mails().length;
  const loggedBefore = app.logged().length;
  const saidBefore = app.process().said().length;
  return {
    ...app,
    mails: () => app.mails().slice(mailsBefore),
    logged: () => app.logged().slice(loggedBefore),
    process: () => ({
      ...app.process(),
      said: () => app.process().said().slice(saidBefore),
      stop: refuse,
      kill: refuse,
    }),
    restart: refuse,
    // It ends with the worker.
    stop: () => Promise.resolve(),
  };
}

async function startShared(sampleContent: boolean): Promise<TestApp> {
  const app = await startTestApp({
    sampleContent,
    endsWithWorker: true,
    // It ends with the worker, so its folder is removed at the end of the run.
    parentFolder: inject('testRunFolder'),
    // On a busy machine requests are slow, which the log would say.
    env: { SLOW_REQUEST_MS: '0' },
  });
  await app.query(KEEP_ROWS);
  return app;
}

function refuse(): never {
  throw new Error('This app is shared by test files. A test that ends or restarts it starts one of its own.');
}

const putRowsBack = async (app: TestApp): Promise<void> => void (await app.query('select kept_rows.put_back()'));

/** Copies all rows into a schema of its own, with a function that puts them back without running triggers. */
const KEEP_ROWS = `
create schema kept_rows;
create table kept_rows.tables as
  select c.oid::regclass::text as name, 'rows_' || c.oid as copy,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and not c.relispartition and n.nspname in ('public', 'auth', 'storage', 'mail');
do $$ declare kept record; begin
  for kept in select * from kept_rows.tables loop
    execute format('create table kept_rows.%I as select %s from %s', kept.copy, kept.columns, kept.name);
  end loop;
end $$;
create function kept_rows.put_back() returns void language plpgsql as $$ declare kept record; begin
  set local session_replication_role = replica;
  for kept in select * from kept_rows.tables loop
    execute format('delete from %s', kept.name);
    execute format('insert into %s (%s) overriding system value select * from kept_rows.%I', kept.name, kept.columns, kept.copy);
  end loop;
  perform pg_notify('content_changed', substr(name, 1)) from kept_rows.tables where name !~ '\\.';
end $$;`;
