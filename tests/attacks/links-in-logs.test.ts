import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => startTestApp({ env: { SMTP_URL: '', LOG_LEVEL: 'info' } }));

/** The file of the only message of this kind, and its text. */
async function messageOf(kind: string): Promise<{ file: string; text: string }> {
  const folder = join(app.dataFolder, 'outbox');
  const name = await waitFor(async () =>
    (await readdir(folder).catch(() => [])).find((entry) => entry.includes(`-${kind}-`) && entry.endsWith('.eml')),
  );
  const file = join(folder, name);
  const text = (await readFile(file, 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return { file, text };
}

test('the links of account mail are written to a file, and not to an output that is not a terminal', async () => {
  const email = 'asha@person.example';
  expect((await app.client().auth.signUp({ email, password: 'a long password' })).error).toBeNull();
  const { file, text } = await messageOf('confirmation');
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1];
  expect(token).toBeTruthy();
  await waitFor(() => app.process().said().includes('SMTP_URL is not set'));
  expect(app.process().said()).not.toContain(token);
  expect(app.process().said()).not.toContain('verify?');
  expect(app.process().said()).not.toContain(email);
  expect(app.process().said()).toContain(file);
});
