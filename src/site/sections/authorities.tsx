type Authority = { id: string; name: string; shortName: string; matters: string };
export type AuthoritiesProps = { authorities: readonly Authority[] };

/** Each authority: short name in large type, full name, and the matters brought before it. */
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
