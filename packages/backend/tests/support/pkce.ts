import type { AuthTestClient, TestAuth } from './auth-fixture.ts';

/** The link of the newest mail to this address. */
export async function linkTo(service: TestAuth, email: string): Promise<string> {
  return (await service.mailsTo(email)).at(-1)?.link ?? '';
}

/** Follows a link as a browser does; returns the address that it leads to. */
export async function openLink(service: TestAuth, link: string): Promise<URL> {
  const answer = await service.request(link, { headers: { apikey: '' } });
  if (answer.status !== 303) throw new Error(`The link answers ${answer.status}`);
  return new URL(answer.headers.get('location') ?? '');
}

/** The verifier that the client stored for its last flow. */
export async function verifierOf(client: AuthTestClient): Promise<string> {
  const { storage, storageKey } = client.auth as unknown as {
    storage: { getItem: (key: string) => Promise<string | null> };
    storageKey: string;
  };
  const stored = JSON.parse((await storage.getItem(`${storageKey}-code-verifier`)) ?? '""') as string;
  return stored.split('/')[0] ?? '';
}
