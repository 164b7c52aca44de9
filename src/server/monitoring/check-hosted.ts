import type { Measured } from '#diagnosis/checks/measured.ts';

const ANSWER_WITHIN_MS = 2000;

/** Checks that the hosted Supabase project answers. Never throws. */
export async function checkHosted({ url, anonKey }: { url: string; anonKey: string }): Promise<Measured> {
  const about = { id: 'hosted-project', name: 'Hosted project' };
  const reason = await fetch(`${url}/auth/v1/health`, {
    headers: { apikey: anonKey },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok ? null : `it answers ${response.status}`;
    },
    (error: Error) => (error.name === 'TimeoutError' ? 'no answer within 2 s' : 'no connection'),
  );
  if (reason === null) {
    return { ...about, state: 'good', says: 'The project answers.', remedy: null, figures: { up: 1 } };
  }
  const remedy = 'Look at the status of the project; check SUPABASE_URL and SUPABASE_ANON_KEY.';
  return { ...about, state: 'bad', says: `The project does not answer (${reason}).`, remedy, figures: { up: 0 } };
}
