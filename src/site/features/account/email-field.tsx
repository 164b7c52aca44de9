import { account } from '#site/content/account.ts';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';

export function EmailField({ error, defaultValue }: { error?: string | undefined; defaultValue?: string }) {
  return (
    <Field name="email" label={account.fields.email} error={error} required>
      {(control) => <Input {...control} type="email" autoComplete="username" defaultValue={defaultValue} />}
    </Field>
  );
}
