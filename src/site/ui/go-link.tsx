import { clsx } from 'clsx';
import { Icon } from './icon.tsx';
import { RouteLink, type RouteLinkProps } from './route-link.tsx';

type GoLinkProps = RouteLinkProps & { direction?: 'right' | 'left' | 'out' };

/** An underlined link with an arrow icon: before the text for `left`, after it otherwise. */
export function GoLink({ direction = 'right', className, children, ...rest }: GoLinkProps) {
  return (
    <RouteLink className={clsx('go-link', className)} {...rest}>
      {direction === 'left' && <Icon name="left" />}
      {children}
      {direction !== 'left' && <Icon name={direction} />}
    </RouteLink>
  );
}
