import { checkHostedProject } from '#operations/diagnosis/checks/hosted-project.ts';
import type { Measured } from '#operations/diagnosis/checks/measured.ts';
import { within } from '#operations/diagnosis/checks/within.ts';
import { bad } from '#operations/diagnosis/finding.ts';

const ANSWER_WITHIN_MS = 2000;

/** Checks that the hosted Supabase project answers within two seconds, as the doctor does with more patience. Never throws. */
export async function checkHosted(hosted: { url: string; anonKey: string }): Promise<Measured> {
  const { state, says, remedy } = await within(ANSWER_WITHIN_MS, checkHostedProject(hosted), 'no answer').catch(() =>
    bad('The project does not answer within 2 s.', "Look at the project's dashboard at Supabase."),
  );
  const isUp = state === 'good';
  const about = { id: 'hosted-project', name: 'Hosted project' };
  return { ...about, state: isUp ? 'good' : 'bad', says, remedy, figures: { up: Number(isUp) } };
}
