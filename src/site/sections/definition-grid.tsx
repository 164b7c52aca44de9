export type DefinitionGridProps = { entries: readonly { title: string; text: string; id?: string }[]; columns?: 2 | 3 };

/** Terms and definitions in columns. */
export function DefinitionGrid({ entries, columns = 2 }: DefinitionGridProps) {
  return (
    <dl className={`definition-grid definition-grid--${columns}`}>
      {entries.map(({ id, title, text }) => (
        <div key={title} id={id}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
