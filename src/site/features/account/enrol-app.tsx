import { useState } from 'react';
import { mfa } from '#site/content/mfa.ts';
import type { Enrolment } from '#site/gateway/mfa.ts';
import { makeRecoveryCodes } from '#site/gateway/mfa.ts';
import { hasRecoveryCodes } from '#site/gateway/mfa-status.ts';
import { toast } from '#site/ui/toast.ts';
import { EnrolName } from './enrol-name.tsx';
import { EnrolScan } from './enrol-scan.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAuth } from './use-auth.ts';
import { useMfaCall } from './use-mfa-call.ts';

type EnrolAppProps = {
  /** One below the heading that this stands under. */
  headingLevel: 2 | 3;
  /** The app is being set up: whatever shows this must go on showing it until `onEnd`. */
  onBegin: () => void;
  onEnd: () => void;
  onCancel?: () => void;
};

/** Sets up an authenticator app: its name, the picture to scan and the first code, the recovery codes. */
export function EnrolApp({ headingLevel, onBegin, onEnd, onCancel }: EnrolAppProps) {
  const { user } = useAuth();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { run } = useMfaCall();

  const finish = async (): Promise<void> => {
    toast({ ...mfa.messages.enrolled, variant: 'success' });
    if (hasRecoveryCodes(user)) return onEnd();
    let made: string[] | null = null;
    // Where it fails, the app stands all the same; the codes can be made from the dashboard.
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
        onCancel={() => setEnrolment(null)}
      />
    );
  }
  return (
    <EnrolName
      onCancel={onCancel}
      onStarted={(started) => {
        onBegin();
        setEnrolment(started);
      }}
    />
  );
}
