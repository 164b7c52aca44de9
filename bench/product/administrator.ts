import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { runToEnd } from '../child.ts';
import type { App } from './app.ts';
import { sendOrThrow } from './requests.ts';

const EMAIL = 'bench@firm.example';

/** Creates an administrator with the operator's command and signs in. Returns the headers of a signed-in request. */
export async function signInAdministrator(bench: Bench, app: App): Promise<Record<string, string>> {
  const { root } = app.tree;
  const said = await runToEnd(
    join(root, 'node_modules/.bin/node'),
    ['--disable-warning=ExperimentalWarning', 'src/cli/admin.ts', 'create', EMAIL],
    { cwd: root, env: { DATA_DIR: app.folder }, closing: bench.closing },
  );
  const password = /^ {2}(\S+)$/m.exec(said)?.[1];
  const headers = { apikey: app.anonKey, 'Content-Type': 'application/json' };
  const { body } = await sendOrThrow(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: EMAIL, password }),
  });
  const { access_token: token } = JSON.parse(body.toString()) as { access_token: string };
  return { ...headers, Authorization: `Bearer ${token}` };
}
