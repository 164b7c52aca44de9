import { useEffect, useRef, useState } from 'react';
import { contact } from '#site/content/contact.ts';
import { firm } from '#site/content/firm.ts';
import { telOf } from '#site/sections/link.ts';
import { Notice } from '#site/ui/notice.tsx';
import { useIsHydrated } from '#site/ui/use-is-hydrated.ts';

/**
 * Shown to a rate-limited visitor: the message was not sent, and how else to reach the firm. It is above the form and
 * takes the focus, because the button is below.
 */
export function HeldBack() {
  const place = useRef<HTMLDivElement>(null);
  // In the server's reply it is there already, and the visitor has the focus elsewhere.
  const [appears] = useState(useIsHydrated());
  useEffect(() => {
    if (appears) place.current?.focus();
  }, [appears]);
  const { title, text, call, write } = contact.form.tooMany;
  return (
    <div ref={place} tabIndex={-1}>
      <Notice tone="danger" title={title} role="alert">
        {text}
        <span className="held-back__ways wraps">
          <span>
            {call}{' '}
            <a className="tap" href={telOf(firm.phone.e164)}>
              {firm.phone.display}
            </a>
          </span>
          <span>
            {write}{' '}
            <a className="tap" href={`mailto:${firm.email}`}>
              {firm.email}
            </a>
          </span>
        </span>
      </Notice>
    </div>
  );
}
