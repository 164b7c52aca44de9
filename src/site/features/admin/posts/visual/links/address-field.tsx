import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { postLinks } from '#site/content/post-links.ts';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';
import { type LinkTarget, useLinkTargets } from './use-link-targets.ts';

type AddressFieldProps = {
  value: string;
  error: string | undefined;
  onChange: (address: string) => void;
  /** A suggestion was chosen. */
  onChoose: (target: LinkTarget) => void;
};

/** The address of a link, with posts and pages suggested while it is typed. */
export function AddressField({ value, error, onChange, onChoose }: AddressFieldProps) {
  const words = postLinks.dialog;
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const targets = useLinkTargets(value);
  const shown = isOpen ? targets : [];
  useEscape(shown.length > 0, () => setOpen(false));
  const choose = (target: LinkTarget): void => {
    setOpen(false);
    onChoose(target);
  };
  const handleKeys = (event: KeyboardEvent): void => {
    const { length } = shown;
    if (event.key === 'Enter' && shown[active]) {
      event.preventDefault();
      choose(shown[active]);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (length > 0)
        setActive((active < 0 && step < 0 ? length : active) + step < 0 ? length - 1 : (active + step) % length);
    }
  };
  return (
    <div className="address-field">
      <Field id="link-address" name="link-address" label={words.address} hint={words.hint} error={error} required>
        {(control) => (
          <Input
            {...control}
            role="combobox"
            aria-expanded={shown.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            {...(shown[active] && { 'aria-activedescendant': `${listId}-${active}` })}
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={(event) => {
              onChange(event.target.value);
              setOpen(true);
              setActive(-1);
            }}
            onKeyDown={handleKeys}
          />
        )}
      </Field>
      <div
        id={listId}
        role="listbox"
        aria-label={words.suggestions}
        className="address-field__list"
        hidden={shown.length === 0}
      >
        {shown.map((target, index) => (
          <div
            key={target.href}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(target)}
          >
            <span>{target.label}</span>
            <span className="soft">{`${target.kind} · ${target.href}`}</span>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {isOpen && value.trim() ? words.found(shown.length) : ''}
      </p>
    </div>
  );
}

/** The dialog listens for Escape on the document; the window comes first. */
function useEscape(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  });
}
