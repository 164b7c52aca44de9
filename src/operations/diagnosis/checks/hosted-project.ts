import { type Verdict, bad, good } from '../finding.ts';

const ANSWER_WITHIN_MS = 8_000;

/** Checks that the hosted Supabase project answers and has the tables of the site. Never throws. */
export async function checkHostedProject({ url, anonKey }: { url: string; anonKey: string }): Promise<Verdict> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await fetch(`${url}/rest/v1/blog_posts?select=id&limit=1`, {
      headers: { apikey: anonKey },
      signal,
    });
    if (response.ok) return good(`${url} answers and has the tables of the site.`);
    if (response.status === 401) return bad(`${url} rejects the key.`, 'Correct SUPABASE_ANON_KEY.');
    if (response.status === 404) return bad(`${url} has no table of posts.`, 'Run supabase db push.');
    return bad(`${url} answers with status ${response.status}.`, "Look at the project's dashboard at Supabase.");
  } catch (error) {
    const { code = (error as Error).name } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    return bad(`${url} cannot be reached (${code}).`, 'Check SUPABASE_URL, and whether the project is paused.');
  }
}
