import type { TestAuth } from './auth-fixture.ts';

/** A sign-in that began: the address at the provider, and the cookie of the browser in which it began. */
export type Begun = { address: string; cookie: string };

/** What a browser does in a sign-in by redirect, against a service with the provider `custom:acme`. */
export function oauthBrowser(request: TestAuth['request']) {
  return {
    /** Opens /authorize. */
    begin: async (params: Record<string, string> = {}): Promise<Begun & { setCookie: string }> => {
      const query = new URLSearchParams({ provider: 'custom:acme', ...params });
      const answer = await request(`/authorize?${query.toString()}`, { headers: { apikey: '' } });
      const setCookie = answer.headers.get('set-cookie') ?? '';
      return { address: answer.headers.get('location') ?? '', cookie: setCookie.split(';')[0] ?? '', setCookie };
    },
    /** Begins to add an identity, as linkIdentity does. */
    beginLink: async (accessToken: string): Promise<Begun> => {
      const headers = { authorization: `Bearer ${accessToken}` };
      const path = '/user/identities/authorize?provider=custom:acme&skip_http_redirect=true';
      const answer = await request(path, { headers });
      const { url } = (await answer.json()) as { url: string };
      return { address: url, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
    },
    /** Opens the address of a callback; returns where it leads. */
    open: async (callback: string, cookie: string): Promise<URL> => {
      const answer = await request(callback, { headers: { cookie, apikey: '' } });
      return new URL(answer.headers.get('location') ?? '');
    },
  };
}

/** The parameters in the fragment of an address. */
export const fragmentOf = (url: URL): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(url.hash.slice(1)));

/** The error in the query and in the fragment of an address; the address itself if it holds anything else. */
export function errorIn(url: URL): string {
  const { error = '', error_code: code = '' } = fragmentOf(url);
  const isError = url.searchParams.get('error') === error && !url.searchParams.has('code');
  return isError && !url.hash.includes('access_token') ? `${error} ${code}`.trim() : url.href;
}
