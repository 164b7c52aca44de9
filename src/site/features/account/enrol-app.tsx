import { type FormEvent, useEffect, useRef, useState } from 'react';
import { dataAddress } from '#site/art/data-address.ts';
import { firm } from '#site/content/firm.ts';
import { mfa } from '#site/content/mfa.ts';
import {
  answerWithCode,
  type Enrolment,
  hasRecoveryCodes,
  makeRecoveryCodes,
  startEnrolment,
} from '#site/gateway/mfa.ts';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { Button } from '#site/ui/button.tsx';
import { TextField } from '#site/ui/field.tsx';
import { toast } from '#site/ui/toast.ts';
import { CodeField, FormHeading, SubmitButton, typedIn } from './fields.tsx';
import { useMfaCall, validateCode } from './use-mfa-call.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAuth } from './use-auth.ts';

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

type EnrolNameProps = {
  /** The person pressed a button to get here; where the page starts with this form, the focus stays. */
  takesFocus: boolean;
  onStarted: (enrolment: Enrolment) => void;
  onCancel?: (() => void) | undefined;
};

/** Names the app or device; then the service creates its secret. */
function EnrolName({ takesFocus, onStarted, onCancel }: EnrolNameProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  const { isBusy, error, run } = useMfaCall();
  const words = mfa.enrol;
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const name = typedIn(event.currentTarget, 'app-name').trim() || words.nameDefault;
    await run(async (client) => {
      const answer = await startEnrolment(client, { name, issuer: firm.name });
      if (answer.enrolment) onStarted(answer.enrolment);
      return answer;
    });
  };
  return (
    <form className="account__form" noValidate ref={form} onSubmit={(event) => void submit(event)}>
      <p className="soft">{words.nameText}</p>
      <TextField
        name="app-name"
        label={words.name}
        hint={words.nameHint}
        error={error}
        defaultValue={words.nameDefault}
        maxLength={60}
        autoComplete="off"
      />
      <div className="account__actions row">
        <SubmitButton size="small" isBusy={isBusy} idle={words.begin} busy={words.beginning} />
        {onCancel && (
          <Button variant="quiet" size="small" onClick={onCancel}>
            {words.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

type EnrolScanProps = { headingLevel: 2 | 3; enrolment: Enrolment; onVerified: () => void; onCancel: () => void };

/** supabase-js writes it before the SVG, which it does not escape. */
const CLIENT_PREFIX = 'data:image/svg+xml;utf-8,';

/** The QR code and the equivalent key, and the first code, which proves that the app has read them. */
function EnrolScan({ headingLevel, enrolment, onVerified, onCancel }: EnrolScanProps) {
  const { isBusy, error, setError, run } = useMfaCall();
  const words = mfa.enrol;
  const qrAddress = dataAddress(enrolment.qrCode.replace(CLIENT_PREFIX, ''));
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const code = typedIn(form, 'code');
    const codeError = validateCode(code);
    if (codeError) setError(codeError);
    else if (await run((client) => answerWithCode(client, enrolment.id, code))) return onVerified();
    form.querySelector<HTMLInputElement>('[name="code"]')?.select();
  };
  return (
    <form className="account__form" noValidate onSubmit={(event) => void submit(event)}>
      <FormHeading level={headingLevel}>{words.heading}</FormHeading>
      <p className="soft">{words.scan}</p>
      <div className="enrol-scan row">
        <img className="enrol-scan__picture" src={qrAddress} alt={words.qrCode} width="200" height="200" />
        <dl className="enrol-scan__key">
          <dt>{words.key}</dt>
          <dd>
            <code>{inGroups(enrolment.secret)}</code>
          </dd>
          <dd>
            <a className="tap" href={enrolment.uri}>
              {words.openApp}
            </a>
          </dd>
        </dl>
      </div>
      <CodeField label={words.code} error={error} kind="app" />
      <p className="sr-only" role="alert">
        {error}
      </p>
      <div className="account__actions row">
        <SubmitButton size="small" isBusy={isBusy} idle={words.verify} busy={words.verifying} />
        <Button variant="quiet" size="small" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

/** In groups of four, to be read and typed. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
