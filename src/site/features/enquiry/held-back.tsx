import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { telOf } from '../../sections/link.ts';
import { Notice } from '../../ui/notice.tsx';

/** Said to someone whose address has sent too much: what happened to the message, and how else to reach us. */
export function HeldBack() {
  const { title, text, call, write } = contact.form.tooMany;
  return (
    <Notice tone="danger" title={title} role="alert">
      {text}
      <span className="enquiry__ways">
        <span>
          {call} <a href={telOf(firm.phone.e164)}>{firm.phone.display}</a>
        </span>
        <span>
          {write} <a href={`mailto:${firm.email}`}>{firm.email}</a>
        </span>
      </span>
    </Notice>
  );
}
