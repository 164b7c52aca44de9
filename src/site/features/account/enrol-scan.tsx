import { type FormEvent, useEffect, useRef } from 'react';
import { dataAddress } from '#site/art/data-address.ts';
import { mfa } from '#site/content/mfa.ts';
import type { Enrolment } from '#site/gateway/mfa.ts';
import { answerWithCode } from '#site/gateway/mfa.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { CodeField } from './code-field.tsx';
import { validateCode } from './mfa-error.ts';
import { typedIn } from './typed-in.ts';
import { useMfaCall } from './use-mfa-call.ts';

type EnrolScanProps = { headingLevel: 2 | 3; enrolment: Enrolment; onVerified: () => void; onCancel: () => void };

/** supabase-js writes it before the SVG, which it does not escape. */
const CLIENT_PREFIX = 'data:image/svg+xml;utf-8,';

/** The QR code and the equivalent key, and the first code, which proves that the app has read them. */
export function EnrolScan({ headingLevel, enrolment, onVerified, onCancel }: EnrolScanProps) {
  const Heading = `h${headingLevel}` as const;
  const heading = useRef<HTMLHeadingElement>(null);
  const { isBusy, error, setError, run } = useMfaCall();
  useEffect(() => heading.current?.focus(), []);
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
      <Heading className="account__heading" tabIndex={-1} ref={heading}>
        {words.heading}
      </Heading>
      <p className="soft">{words.scan}</p>
      <div className="enrol-scan">
        <img className="enrol-scan__picture" src={qrAddress} alt={words.qrCode} width="200" height="200" />
        <dl className="enrol-scan__key">
          <dt>{words.key}</dt>
          <dd>
            <code>{inGroups(enrolment.secret)}</code>
          </dd>
          <dd>
            <a href={enrolment.uri}>{words.openApp}</a>
          </dd>
        </dl>
      </div>
      <CodeField label={words.code} error={error} kind="app" />
      <p className="sr-only" role="alert">
        {error}
      </p>
      <div className="account__actions">
        <Button type="submit" size="small" aria-disabled={isBusy}>
          <BusyLabel isBusy={isBusy} idle={words.verify} busy={words.verifying} />
        </Button>
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
