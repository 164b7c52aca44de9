import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';

type CodeFieldProps = { label: string; error: string | undefined; kind: 'app' | 'recovery'; id?: string };

/** An app's code is digits; a recovery code has letters too. */
export function CodeField({ label, error, kind, id }: CodeFieldProps) {
  const isApp = kind === 'app';
  return (
    <Field name="code" label={label} error={error} id={id} required>
      {(control) => (
        <Input
          {...control}
          className="tabular"
          inputMode={isApp ? 'numeric' : 'text'}
          autoComplete={isApp ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={isApp ? 9 : 40}
        />
      )}
    </Field>
  );
}
