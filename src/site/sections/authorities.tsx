type Authority = { id: string; name: string; shortName: string; matters: string };
export type AuthoritiesProps = { authorities: readonly Authority[] };

/** The short name large, as it is spoken; the full name and the matters brought before it beneath. */
export function Authorities({ authorities }: AuthoritiesProps) {
  return (
    <dl className="authorities">
      {authorities.map(({ id, name, shortName, matters }) => (
        <div key={id} id={id}>
          <dt>
            <span className="authorities__short">{shortName}</span> <span>{name}</span>
          </dt>
          <dd>{matters}</dd>
        </div>
      ))}
    </dl>
  );
}
