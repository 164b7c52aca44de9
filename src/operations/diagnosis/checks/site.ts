import { durationOf } from '../amounts.ts';
import { type Verdict, bad, good } from '../finding.ts';
import type { Subject } from '../subject.ts';

const ANSWER_WITHIN_MS = 5_000;

/** Checks that the site of the data folder serves. Never throws. */
export async function checkSite(running: Subject['running']): Promise<Verdict> {
  if (running === null) return good(`This process has been running for ${durationOf(process.uptime() * 1000)}.`);
  if (running === 'stopped') return bad('The site is not running.', 'Start it: npm start.');
  const { pid, url } = running;
  const server = pid === null ? 'The site' : `Process ${pid}`;
  try {
    const response = await fetch(`${url}/robots.txt`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    await response.text();
    return good(`${server} serves at ${url}.`);
  } catch {
    return bad(`${server} does not answer at ${url}.`, 'Look at its log, then stop it and start it again.');
  }
}
