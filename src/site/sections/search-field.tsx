import { Button } from '#site/ui/button.tsx';
import { Input } from '#site/ui/input.tsx';

export type SearchFieldProps = { action: string; name: string; value?: string; label: string; button: string };

/** A GET form: it works without JavaScript, and its results have an address. */
export function SearchField({ action, name, value, label, button }: SearchFieldProps) {
  const id = `search-${name}`;
  return (
    <form className="search-field" role="search" action={action}>
      <label htmlFor={id}>{label}</label>
      <div className="search-field__row">
        <Input id={id} type="search" name={name} defaultValue={value} maxLength={100} required enterKeyHint="search" />
        <Button type="submit" variant="line">
          {button}
        </Button>
      </div>
    </form>
  );
}
