import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { describeFatalError } from './describe-error.ts';

const plain = { withStack: false };

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

test('a ConfigurationError is its message, with stacks or without', () => {
  const error = new ConfigurationError('SITE_URL is not an address.');
  expect(describeFatalError(error, plain)).toBe('SITE_URL is not an address.');
  expect(describeFatalError(error, { withStack: true })).toBe('SITE_URL is not an address.');
});

test('an error of the file system is the path, the code and a remedy', () => {
  expect(
    describeFatalError(
      errorOf(() => mkdirSync('/dev/null/data')),
      plain,
    ),
  ).toBe('/dev/null/data cannot be used (ENOTDIR). A part of this path is a file, not a folder.');
  expect(
    describeFatalError(
      errorOf(() => mkdirSync(import.meta.filename)),
      plain,
    ),
  ).toBe(`${import.meta.filename} cannot be used (EEXIST). It is a file, not a folder.`);
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', path: '/data/x' });
  expect(describeFatalError(full, plain)).toBe(
    '/data/x cannot be used (ENOSPC). The disk is full: free some disk space.',
  );
});

test('a symbolic link to a folder of a disk that is missing is named, with what to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'links-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const link = join(folder, 'data');
  symlinkSync('/nothing-here/data', link);
  expect(
    describeFatalError(
      errorOf(() => mkdirSync(link, { recursive: true })),
      plain,
    ),
  ).toBe(
    `${link} cannot be used (ENOENT). A folder above it may not be written, or a symbolic link leads to nothing: is its disk mounted?`,
  );
});

test('any other error is its message with those of its causes, and its stack when that is asked for', () => {
  const error = new Error('No connection could be opened', { cause: new Error('refused') });
  expect(describeFatalError(error, plain)).toBe('No connection could be opened: refused\nLOG_LEVEL=debug shows where.');
  expect(describeFatalError(error, { withStack: true })).toMatch(/\n {4}at /);
});

test('a missing build is named with the command that makes it', () => {
  const message = "Cannot find module '/site/build/server/index.js' imported from /site/src/server/open-site.ts";
  expect(describeFatalError(Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' }), plain)).toMatch(
    /npm start/,
  );
});

test('too few open files are the limit that is to be raised', () => {
  const error = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', path: '/build/app.css' });
  expect(describeFatalError(error, plain)).toMatch(/^\/build\/app\.css cannot be used \(EMFILE\)\. .*ulimit -n 4096/);
});

test('a database that takes no writes is named with the remedy', () => {
  const error = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' });
  expect(describeFatalError(error, plain)).toMatch(/^The database is read-only: .* Give the primary server/);
});

test('too few connections are named with the variable that limits them', () => {
  const error = Object.assign(new Error('too many connections for role "site"'), { code: '53300' });
  expect(describeFatalError(error, plain)).toMatch(
    /^PostgreSQL has no free connection: .* DATABASE_CONNECTIONS .* 12 at/,
  );
});
