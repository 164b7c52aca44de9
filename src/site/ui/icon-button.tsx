import type { ButtonHTMLAttributes } from 'react';
import { clsx } from 'clsx';
import { Icon, type IconName } from './icon.tsx';

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { icon: IconName; label: string };

/** A square button with an icon; `label` is its accessible name. */
export function IconButton({ icon, label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button type={type} aria-label={label} className={clsx('icon-button', className)} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
