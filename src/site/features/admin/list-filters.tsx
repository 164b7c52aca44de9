import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { SEARCH_MAX_LENGTH } from '#contract/limits.ts';
import { SelectField, TextField } from '#site/ui/field.tsx';
import { Options } from '#site/ui/input.tsx';
import { useDebouncedValue } from './queries.ts';

/** The row above a list: a search, perhaps followed by filters. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <div className="filter-bar" role="search">
      {children}
    </div>
  );
}

type SearchInputProps = {
  name: string;
  label: string;
  placeholder?: string;
  value: string;
  /** Called after a pause in typing, and when the input loses the focus. */
  onChange: (value: string) => void;
};

export function SearchInput({ name, label, placeholder, value, onChange }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // What was told and has not come back: a slow machine renders the address of earlier letters while more are typed.
  const [told, setTold] = useState<readonly string[]>([]);
  const debounced = useDebouncedValue(typed);
  if (value !== known) {
    setKnown(value);
    setTold(told.slice(told.indexOf(value) + 1));
    // The value changed from outside: by Back, or by a button that clears the search.
    if (!told.includes(value)) {
      setTold([]);
      setTyped(value);
    }
  }
  const tell = (): void => {
    if (typed === (told.at(-1) ?? value)) return;
    setTold([...told, typed]);
    onChange(typed);
  };
  const tellAfterPause = useEffectEvent(tell);
  useEffect(() => {
    if (debounced === typed) tellAfterPause();
  }, [debounced, typed]);
  return (
    <TextField
      name={name}
      label={label}
      type="search"
      maxLength={SEARCH_MAX_LENGTH}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      // Before a click opens a form: its entry in the history must follow that of the narrowed list.
      onBlur={tell}
    />
  );
}

type FilterSelectProps = {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly (readonly [value: string, label: string])[];
};

export function FilterSelect({ name, label, value, onChange, options }: FilterSelectProps) {
  return (
    <SelectField name={name} label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <Options of={options} />
    </SelectField>
  );
}
