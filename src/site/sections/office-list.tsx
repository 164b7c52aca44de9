import { GoLink } from '#site/ui/go-link.tsx';

export type Office = {
  label: string;
  addressLines: readonly string[];
  /** A link to a map; `distinguish` is read after the label, which is the same for every office. */
  directions?: { href: string; label: string; distinguish: string };
};

/** Office addresses in columns. */
export function OfficeList({ offices }: { offices: readonly Office[] }) {
  return (
    <ul className="office-list">
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
