import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { withoutInvisible } from '#contract/forms/credentials.ts';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { account } from '#site/content/account.ts';
import { BusyButton } from '#site/ui/busy-label.tsx';
import { Field, TextField } from '#site/ui/field.tsx';
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

export function EmailField({ error, defaultValue }: { error?: string | undefined; defaultValue?: string }) {
  return (
    <TextField
      name="email"
      label={account.fields.email}
      error={error}
      required
      type="email"
      autoComplete="username"
      defaultValue={defaultValue}
    />
  );
}

type CodeFieldProps = { label: string; error: string | undefined; kind: 'app' | 'recovery' };

/** An app's code is digits; a recovery code has letters too. */
export function CodeField({ label, error, kind }: CodeFieldProps) {
  const isApp = kind === 'app';
  return (
    <TextField
      name="code"
      label={label}
      error={error}
      required
      className="tabular"
      inputMode={isApp ? 'numeric' : 'text'}
      autoComplete={isApp ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={isApp ? 9 : 40}
    />
  );
}

/** The value of a text field of a form; '' where there is no such field. */
export function typedIn(form: HTMLFormElement, name: string): string {
  const entry = new FormData(form).get(name);
  return typeof entry === 'string' ? entry : '';
}

/** The address of an account as it is meant: a copied one may come with spaces and invisible characters. */
export const typedEmail = (form: HTMLFormElement): string => withoutInvisible(typedIn(form, 'email')).trim();

/** The heading of a form that takes the place of another: it gets the focus when it appears. */
export function FormHeading({ level = 2, children }: { level?: 2 | 3; children: string }) {
  const Heading = `h${level}` as const;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Heading className="account__heading" tabIndex={-1} ref={heading}>
      {children}
    </Heading>
  );
}

export function SubmitButton(props: ComponentProps<typeof BusyButton>) {
  return <BusyButton type="submit" {...props} />;
}
