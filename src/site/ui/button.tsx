import type { ComponentProps, ReactNode } from 'react';
import { clsx } from 'clsx';
import { Icon } from './icon.tsx';
import { RouteLink, type RouteLinkProps } from './route-link.tsx';

type ButtonStyle = {
  /** `primary`: the main action, one to a view; `line`: a second action; `quiet`: tools; `danger`: deletion. */
  variant?: 'primary' | 'line' | 'quiet' | 'danger';
  size?: 'default' | 'small';
};

function classesOf({ variant = 'primary', size = 'default' }: ButtonStyle, className?: string) {
  return clsx('button', `button--${variant}`, size === 'small' && 'button--small', className);
}

export type ButtonProps = ComponentProps<'button'> & ButtonStyle;

export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={classesOf({ variant, size }, className)} {...rest} />;
}

type ButtonLinkProps = RouteLinkProps &
  ButtonStyle & {
    /** A drawn arrow after the words. */
    arrow?: boolean;
    children: ReactNode;
  };

/** The space keeps the words of two links apart where there is no layout: in text browsers, copies and search engines. */
export function ButtonLink({ variant, size, arrow, className, children, ...rest }: ButtonLinkProps) {
  return (
    <>
      <RouteLink className={classesOf({ variant, size }, className)} {...rest}>
        {children}
        {arrow && <Icon name="right" />}
      </RouteLink>{' '}
    </>
  );
}
