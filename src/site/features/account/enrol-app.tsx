import { useState } from 'react';
import { type Enrolment, hasRecoveryCodes, makeRecoveryCodes } from '#site/gateway/mfa.ts';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { toast } from '#site/ui/toast.ts';
import { EnrolName } from './enrol-name.tsx';
import { EnrolScan } from './enrol-scan.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAuth } from './use-auth.ts';
import { useMfaCall } from './use-mfa-call.ts';

type EnrolAppProps = {
  /** One level below the surrounding heading. */
  headingLevel: 2 | 3;
  /** Called when the set-up starts. The parent must keep this mounted until `onEnd`. */
  onBegin: () => void;
  onEnd: () => void;
  onCancel?: () => void;
};

/** Sets up an authenticator app: its name, the QR code and the first code, the recovery codes. */
export function EnrolApp({ headingLevel, onBegin, onEnd, onCancel }: EnrolAppProps) {
  const { user } = useAuth();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [wasCancelled, setCancelled] = useState(false);
  const { run } = useMfaCall();

  const finish = async (): Promise<void> => {
    toast(ACCOUNT_MESSAGES.appEnrolled);
    if (hasRecoveryCodes(user)) return onEnd();
    let made: string[] | null = null;
    // After an error the app is still set up; codes can be made from the dashboard.
    await run(async (client) => {
      const answer = await makeRecoveryCodes(client);
      made = answer.codes;
      return answer;
    });
    if (made) setCodes(made);
    else onEnd();
  };

  if (codes) return <RecoveryCodes headingLevel={headingLevel} codes={codes} onDone={onEnd} />;
  if (enrolment) {
    return (
      <EnrolScan
        headingLevel={headingLevel}
        enrolment={enrolment}
        onVerified={() => void finish()}
        onCancel={() => {
          setCancelled(true);
          setEnrolment(null);
        }}
      />
    );
  }
  return (
    <EnrolName
      takesFocus={onCancel !== undefined || wasCancelled}
      onCancel={onCancel}
      onStarted={(started) => {
        onBegin();
        setEnrolment(started);
      }}
    />
  );
}
