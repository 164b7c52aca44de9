import type { ComponentProps } from 'react';
import { clsx } from 'clsx';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={clsx('input', className)} {...rest} />;
}

/** The native select: accessible and usable on touch screens without script. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select className={clsx('input input--select', className)} {...rest} />;
}

/** The options of a select, each with its value and its label. */
export function Options({ of }: { of: readonly (readonly [value: string, label: string])[] }) {
  return of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
