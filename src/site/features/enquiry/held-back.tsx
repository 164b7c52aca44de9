import { useEffect, useRef, useState } from 'react';
import { enquiryForm } from '#site/content/enquiry-form.ts';
import { type Phone, telOf } from '#site/sections/link.ts';
import { Notice } from '#site/ui/notice.tsx';
import { useIsHydrated } from '#site/ui/use-is-hydrated.ts';

export type WaysToReach = { phone: Phone; email: string };

/**
 * Shown to a rate-limited visitor: the message was not sent, and how else to reach the firm. It is above the form and
 * takes the focus, because the button is below.
 */
export function HeldBack({ phone, email }: WaysToReach) {
  const place = useRef<HTMLDivElement>(null);
  // In the server's reply it is there already, and the visitor has the focus elsewhere.
  const [appears] = useState(useIsHydrated());
  useEffect(() => {
    if (appears) place.current?.focus();
  }, [appears]);
  const { title, text, call, write } = enquiryForm.tooMany;
  return (
    <div ref={place} tabIndex={-1}>
      <Notice tone="danger" title={title} role="alert">
        {text}
        <span className="held-back__ways wraps">
          <span>
            {call}{' '}
            <a className="tap" href={telOf(phone.e164)}>
              {phone.display}
            </a>
          </span>
          <span>
            {write}{' '}
            <a className="tap" href={`mailto:${email}`}>
              {email}
            </a>
          </span>
        </span>
      </Notice>
    </div>
  );
}
