import { mfa } from '#site/content/mfa.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { Button } from '#site/ui/button.tsx';
import { EnrolApp } from './enrol-app.tsx';

type MfaRequiredProps = { onSettingUp: (isSettingUp: boolean) => void; onSignOut: () => void };

/** In place of the dashboard where MFA is required and the account has none: sets it up. */
export function MfaRequired({ onSettingUp, onSignOut }: MfaRequiredProps) {
  const words = mfa.required;
  return (
    <section className="wrap account account--wide">
      <h1>{words.heading}</h1>
      <p className="lead">{words.text}</p>
      <EnrolApp headingLevel={2} onBegin={() => onSettingUp(true)} onEnd={() => onSettingUp(false)} />
      <Button variant="line" size="small" onClick={onSignOut}>
        {dashboard.signOut}
      </Button>
    </section>
  );
}
