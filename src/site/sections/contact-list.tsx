import { type Phone, telOf, whatsAppOf } from './link.ts';

export type DirectContact = { name: string; designation?: string; phone: Phone };
export type ContactListProps = {
  people: readonly DirectContact[];
  emails: readonly { label: string; email: string }[];
  whatsApp: { label: string; phone: Phone; newTab: string };
};

/** Phone numbers, WhatsApp and e-mail addresses as a ruled list with 44 px targets. */
export function ContactList({ people, emails, whatsApp }: ContactListProps) {
  return (
    <ul className="contact-list">
      {people.map(({ name, designation, phone }) => (
        <li key={name}>
          <span>
            <b>{name}</b>
            {designation && <span className="soft">{designation}</span>}
          </span>
          <a className="tabular" href={telOf(phone.e164)}>
            {phone.display}
          </a>
        </li>
      ))}
      <li>
        <b>{whatsApp.label}</b>
        <a className="tabular" href={whatsAppOf(whatsApp.phone.e164)} target="_blank" rel="noopener noreferrer">
          {whatsApp.phone.display}
          <span className="sr-only"> {whatsApp.newTab}</span>
        </a>
      </li>
      {emails.map(({ label, email }) => (
        <li key={email}>
          <b>{label}</b>
          <a href={`mailto:${email}`}>{email}</a>
        </li>
      ))}
    </ul>
  );
}
