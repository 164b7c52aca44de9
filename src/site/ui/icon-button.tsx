import type { ButtonHTMLAttributes } from 'react';
import { clsx } from 'clsx';
import { Icon, type IconName } from './icon.tsx';

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { icon: IconName; label: string };

/** A square button that shows a drawing; `label` is what it is called. */
export function IconButton({ icon, label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button type={type} aria-label={label} className={clsx('square', className)} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
