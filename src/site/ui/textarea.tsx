import type { ComponentProps } from 'react';
import { clsx } from 'clsx';
import { type FieldWith, fieldOf } from './field.tsx';

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={clsx('input input--area', className)} {...rest} />;
}

export const TextareaField = (props: FieldWith<'textarea'>) => fieldOf(Textarea, props);
