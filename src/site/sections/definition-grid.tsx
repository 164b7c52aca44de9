export type DefinitionGridProps = { entries: readonly { title: string; text: string; id?: string }[]; columns?: 2 | 3 };

/** Terms and what they mean, in columns divided by hairlines: authorities, forms of presence, service areas. */
export function DefinitionGrid({ entries, columns = 2 }: DefinitionGridProps) {
  return (
    <dl className={`definitions definitions--${columns}`}>
      {entries.map(({ id, title, text }) => (
        <div key={title} id={id}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
