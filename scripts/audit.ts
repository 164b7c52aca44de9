import { join } from 'node:path';
import { auditAdvisories, auditSignatures } from './supply-chain/npm-audit.ts';

/** `npm run audit`: ends with 1 where something was found, or the registry could not be asked. Further words go to npm audit. */
async function main(args: string[]): Promise<void> {
  const place = { root: join(import.meta.dirname, '..'), env: process.env, args };
  for (const ask of [auditAdvisories, auditSignatures]) {
    const { kind, lines } = await ask(place);
    const isBad = kind === 'found' || kind === 'unanswered';
    for (const line of lines) (isBad ? console.error : console.log)(line);
    if (isBad) process.exitCode = 1;
  }
}

await main(process.argv.slice(2));
