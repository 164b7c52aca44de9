import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { mfa } from '#site/content/mfa.ts';
import { browserClient } from '#site/gateway/client.ts';
import { type CodesLeft, countRecoveryCodes, makeRecoveryCodes } from '#site/gateway/mfa.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useMfaCall } from './use-mfa-call.ts';

const words = mfa.codes;
const QUERY_KEY = ['own-recovery-codes'];

/** How many recovery codes are left, and new ones; nothing where the service offers none. */
export function OwnRecoveryCodes() {
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const { isBusy, error, run } = useMfaCall();
  const { data: left } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async () => countRecoveryCodes(await browserClient()),
    ...{ staleTime: 0, networkMode: 'always' as const },
  });
  const make = async (): Promise<void> => {
    if (left !== 'none' && !window.confirm(words.renewQuestion)) return;
    await run(async (client) => {
      const answer = await makeRecoveryCodes(client);
      setCodes(answer.codes);
      return answer;
    });
    void queryClient.invalidateQueries({ queryKey: QUERY_KEY });
  };
  if (left === undefined || left === 'not-offered') return null;
  if (codes) return <RecoveryCodes headingLevel={3} codes={codes} onDone={() => setCodes(null)} />;
  return (
    <div className="own-sign-in__codes">
      <h3>{words.heading}</h3>
      <p className="soft">{describe(left)}</p>
      {error && (
        <Notice tone="danger" role="alert">
          <p>{error}</p>
        </Notice>
      )}
      <Button variant="line" size="small" aria-disabled={isBusy} onClick={() => void make()}>
        {isBusy ? words.making : left === 'none' ? words.make : words.renew}
      </Button>
    </div>
  );
}

function describe(left: Exclude<CodesLeft, 'not-offered'>): string {
  if (left === 'none') return words.none;
  if (left === 0) return words.noneLeft;
  return left === 1 ? words.oneLeft : words.left.replace('{n}', String(left));
}
