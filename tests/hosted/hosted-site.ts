import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecrets } from '#backend/http/keys.ts';
import { type AppProcess, freePort, startApp } from '../support/app-process.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { type EmailJsEndpoint, openEmailJsEndpoint } from './emailjs-endpoint.ts';

/** The value of EMAILJS in these tests, in its parts. */
export const ACCOUNT = { serviceId: 'service_hosted', templateId: 'template_hosted', publicKey: 'key_hosted' };

/** A site without a backend of its own, and the two services that its settings name. */
export type HostedSite = {
  url: string;
  app: AppProcess;
  /** A second instance of the product that acts as the Supabase project; its own form uses EmailJS too. */
  project: TestApp;
  emailjs: EmailJsEndpoint;
  /** The data folder of the site. It has only the secrets of an earlier installation with an embedded backend. */
  dataFolder: string;
  /** The anon key among those secrets. */
  formerAnonKey: string;
  stop: () => Promise<void>;
};

/** Starts both services and the site; `env` adds to or replaces the variables of the site. */
export async function startHostedSite(env: Record<string, string> = {}): Promise<HostedSite> {
  const emailjs = await openEmailJsEndpoint();
  const mail = { EMAILJS: Object.values(ACCOUNT).join('/'), ...emailjs.env };
  const project = await startTestApp({ sampleContent: true, env: mail });
  const dataFolder = await mkdtemp(join(tmpdir(), 'hosted-'));
  const keys = await makeSecrets(new Date());
  const former = { databasePassword: 'former', authenticatorPassword: 'former', keys };
  await writeFile(join(dataFolder, 'secrets.json'), JSON.stringify(former));
  const app = await startApp({
    PORT: String(await freePort()),
    DATA_DIR: dataFolder,
    SUPABASE_URL: project.url,
    SUPABASE_ANON_KEY: project.anonKey,
    ...mail,
    ...env,
  });
  return {
    url: app.url,
    app,
    project,
    emailjs,
    dataFolder,
    formerAnonKey: keys.anonKey,
    stop: async () => {
      await app.stop();
      await Promise.all([project.stop(), emailjs.stop()]);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
