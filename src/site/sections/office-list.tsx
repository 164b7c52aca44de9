import { GoLink } from '#site/ui/go-link.tsx';

export type Office = {
  label: string;
  addressLines: readonly string[];
  /** Opens the way there; `distinguish` is read after the label, since every office has the same one. */
  directions?: { href: string; label: string; distinguish: string };
};

/** Addresses, one to a ruled column. */
export function OfficeList({ offices }: { offices: readonly Office[] }) {
  return (
    <ul className="addresses">
      {offices.map(({ label, addressLines, directions }) => (
        <li key={label}>
          <h3>{label}</h3>
          <address>
            {addressLines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          {directions && (
            <GoLink href={directions.href} direction="out">
              {directions.label}
              <span className="sr-only"> {directions.distinguish}</span>
            </GoLink>
          )}
        </li>
      ))}
    </ul>
  );
}
