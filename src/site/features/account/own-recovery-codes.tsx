import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { mfa } from '#site/content/mfa.ts';
import { browserClient } from '#site/gateway/client.ts';
import { makeRecoveryCodes, readCodesLeft } from '#site/gateway/mfa.ts';
import { ALWAYS_FRESH, QUERY_KEYS } from '#site/query-client.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useMfaCall } from './use-mfa-call.ts';
import { useReturnFocus } from './use-return-focus.ts';

const words = mfa.codes;

/** How many recovery codes are unused, and a button for new ones; nothing where the service offers none. */
export function OwnRecoveryCodes() {
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const makeButton = useReturnFocus(codes !== null);
  const { isBusy, error, run } = useMfaCall();
  const { data: left } = useQuery({
    ...ALWAYS_FRESH,
    queryKey: QUERY_KEYS.recoveryCodes,
    queryFn: async () => readCodesLeft(await browserClient()),
  });
  const make = async (): Promise<void> => {
    if (left !== 'none' && !window.confirm(words.renewQuestion)) return;
    await run(async (client) => {
      const answer = await makeRecoveryCodes(client);
      setCodes(answer.codes);
      return answer;
    });
    void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.recoveryCodes });
  };
  if (left === undefined || left === 'not-offered') return null;
  if (codes) return <RecoveryCodes headingLevel={3} codes={codes} onDone={() => setCodes(null)} />;
  return (
    <div className="own-sign-in__codes">
      <h3>{words.heading}</h3>
      <p className="soft">{left === 'none' ? words.none : words.left(left.remaining, left.total)}</p>
      {error && (
        <Notice tone="danger" role="alert">
          <p>{error}</p>
        </Notice>
      )}
      <Button variant="line" size="small" ref={makeButton} aria-disabled={isBusy} onClick={() => void make()}>
        <BusyLabel isBusy={isBusy} idle={left === 'none' ? words.make : words.renew} busy={words.making} />
      </Button>
    </div>
  );
}
