import { useState } from 'react';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { account } from '#site/content/account.ts';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';

type PasswordFieldProps = {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  minLength?: number;
  hint?: string;
  error?: string | undefined;
};

/** The props of a field for a new password of an existing account. */
export const newPasswordProps = {
  label: account.fields.newPassword,
  autoComplete: 'new-password',
  minLength: PASSWORD_MIN_LENGTH,
  hint: account.fields.passwordHint,
} as const;

/** A password with a button that shows it and hides it again. */
export function PasswordField({ label, autoComplete, minLength, hint, error }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const toggle = isShown ? account.hide : account.show;
  return (
    <Field name="password" label={label} hint={hint} error={error} required>
      {(control) => (
        <span className="password-field">
          <Input
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            minLength={minLength}
            spellCheck={false}
            autoCapitalize="none"
          />
          <button
            type="button"
            className="password-field__toggle"
            aria-label={toggle.label}
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
          >
            {toggle.word}
          </button>
        </span>
      )}
    </Field>
  );
}
