import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutPadding } from '#scripts/write-limits.ts';
import { ROOT } from '../support/root.ts';
import { listClientCalls } from './conformance/client-calls.ts';
import { listConformance, writeConformanceTable } from './conformance/conformance-table.ts';
import { BY_SETTING, FEATURE_OFF, NOT_OFFERED, SENDS_NOTHING } from './conformance/registry.ts';

test('every call of the client that is not declared as missing has a wire test that makes it', () => {
  const untested = listConformance().filter(({ status, files }) => status !== 'not offered' && files.length === 0);
  expect(untested.map(({ call }) => call)).toEqual([]);
});

test('the registry names only calls that the installed client has', () => {
  const calls = listClientCalls();
  const quiet = Object.entries(SENDS_NOTHING).flatMap(([prefix, names]) => names.map((name) => `${prefix}.${name}`));
  const named = [...quiet, ...Object.keys(BY_SETTING), ...Object.keys(FEATURE_OFF), ...Object.keys(NOT_OFFERED)];
  const exists = (name: string) =>
    name.endsWith('.') ? calls.some((call) => call.startsWith(name)) : calls.includes(name);
  expect(named.filter((name) => !exists(name))).toEqual([]);
  expect(calls.length).toBeGreaterThan(150);
});

test('the variables of the registry are those of docs/settings.md, and only some features are missing', async () => {
  const settings = await readFile(join(ROOT, 'docs/settings.md'), 'utf8');
  const variables = Object.values(BY_SETTING).flatMap((names) => names.split(', '));
  expect(variables.filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
  expect([...new Set(Object.values(NOT_OFFERED))]).toEqual([
    'SAML',
    'passkeys as second factors',
    'vectors',
    'edge functions',
  ]);
});

test('the table in docs/protocol.md is that of the tests', async () => {
  const text = await readFile(join(ROOT, 'docs/protocol.md'), 'utf8');
  expect(withoutPadding(text)).toContain(withoutPadding(writeConformanceTable(listConformance())));
});
