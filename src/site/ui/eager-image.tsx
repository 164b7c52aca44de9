import type { ImgHTMLAttributes } from 'react';

/**
 * An image of the first view. React would preload a plain one before the stylesheet of the page; it leaves out images in
 * a `picture`, which browsers find early enough.
 */
export function EagerImage({ alt, ...rest }: ImgHTMLAttributes<HTMLImageElement> & { alt: string }) {
  return (
    <picture>
      <img alt={alt} {...rest} />
    </picture>
  );
}
