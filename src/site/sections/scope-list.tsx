import { clsx } from 'clsx';

type ScopeListProps = {
  heading: string;
  lines: readonly string[];
  headingLevel?: 4 | 5;
  isOrdered?: boolean;
  className?: string;
};

/** What a service covers, or the steps of a phase, as a ruled list under a small heading; nothing without lines. */
export function ScopeList({ heading, lines, headingLevel = 4, isOrdered = false, className }: ScopeListProps) {
  if (lines.length === 0) return null;
  const Heading = `h${headingLevel}` as const;
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <div className={clsx('scope-list', className)}>
      <Heading>{heading}</Heading>
      <List>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </List>
    </div>
  );
}
