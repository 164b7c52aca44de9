import type { ComponentProps, ReactNode } from 'react';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode };

/** A native checkbox; the label is part of its target. */
export function Checkbox({ label, ...rest }: CheckboxProps) {
  return (
    <label className="checkbox tap">
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  );
}
