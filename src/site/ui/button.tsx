import type { ComponentProps, ReactNode } from 'react';
import { clsx } from 'clsx';
import { Icon } from './icon.tsx';
import { RouteLink, type RouteLinkProps } from './route-link.tsx';

type Look = {
  /** `primary` is the one marigold button in sight; `line` stands beside it; `quiet` is for tools; `danger` deletes. */
  variant?: 'primary' | 'line' | 'quiet' | 'danger';
  size?: 'default' | 'small';
  /** A drawn arrow after the words. */
  arrow?: boolean;
};

function lookOf({ variant = 'primary', size = 'default' }: Look, className?: string) {
  return clsx('button', `button--${variant}`, size === 'small' && 'button--small', className);
}

export type ButtonProps = ComponentProps<'button'> & Look;

export function Button({ variant, size, arrow, className, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} className={lookOf({ variant, size }, className)} {...rest}>
      {children}
      {arrow && <Icon name="right" />}
    </button>
  );
}

export type ButtonLinkProps = RouteLinkProps & Look & { children: ReactNode };

export function ButtonLink({ variant, size, arrow, className, children, ...rest }: ButtonLinkProps) {
  return (
    <RouteLink className={lookOf({ variant, size }, className)} {...rest}>
      {children}
      {arrow && <Icon name="right" />}
    </RouteLink>
  );
}
