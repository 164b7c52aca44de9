import { clsx } from 'clsx';

export type Entry = {
  id?: string;
  /** In large type before the title; hidden from screen readers where it only counts. */
  numeral?: string | number;
  /** In large type above the title: the usual abbreviation of a long name. */
  shortTitle?: string;
  title: string;
  /** For a section that is labelled by its entries. */
  headingId?: string;
  text?: string;
  /** The most common mistake. */
  goesWrong?: string;
  /** What the entry covers: the lines of a small list. */
  scope?: readonly string[];
  /** Properties that every entry of the list has, so that they can be compared. */
  properties?: readonly { label: string; text: string }[];
  /** The result of a phase. */
  output?: string;
};

/** The small headings inside the entries. */
export type EntryWords = { scope?: string; goesWrong?: string; output?: string };

export type EntriesProps = {
  entries: readonly Entry[];
  /**
   * - `grid`: terms and definitions in columns.
   * - `columns`: side by side, each under a rule.
   * - `rows`: one below the other, the title at the left.
   * - `numbered`: a large numeral at the left, what belongs to the entry at the right.
   * - `line`: numbers along a vertical line.
   */
  layout: 'grid' | 'columns' | 'rows' | 'numbered' | 'line';
  /** From 1024 px, of the layout `grid`. */
  columns?: 2 | 3 | 4;
  /** Changes the type or the drawing of a layout (entries.css). */
  look?: 'topics' | 'large' | 'statements' | 'compared' | 'year' | 'questions' | 'periods' | 'region' | 'steps';
  headingLevel?: 2 | 3 | 4;
  words?: EntryWords;
};

/** A list of entries of the same kind. A grid and large terms are terms with definitions, the others have headings. */
export function Entries({ entries, layout, columns, look, headingLevel = 3, words = {} }: EntriesProps) {
  const type = look ?? (layout === 'rows' ? 'topics' : null);
  const className = clsx('entries', `entries--${layout}`, type && `entries--${type}`, columns && `entries--${columns}`);
  if (layout === 'grid' || look === 'large') return <Terms entries={entries} className={className} />;
  const isOrdered = layout === 'numbered' || layout === 'line' || look === 'questions' || look === 'steps';
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <List className={className}>
      {entries.map((entry) => (
        <li key={entry.id ?? entry.title} id={entry.id} className="entry">
          <EntryParts entry={entry} headingLevel={headingLevel} words={words} layout={layout} />
        </li>
      ))}
    </List>
  );
}

function Terms({ entries, className }: { entries: readonly Entry[]; className: string }) {
  return (
    <dl className={className}>
      {entries.map(({ id, shortTitle, title, text }) => (
        <div key={id ?? title} id={id} className="entry">
          <dt>
            {shortTitle && <b className="entry__short">{shortTitle}</b>} {title}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

type PartsProps = { entry: Entry; headingLevel: 2 | 3 | 4; words: EntryWords; layout: EntriesProps['layout'] };

function EntryParts({ entry, headingLevel, words, layout }: PartsProps) {
  const { numeral, title, headingId, text, goesWrong, scope = [], properties, output } = entry;
  const Heading = `h${headingLevel}` as const;
  return (
    <>
      {numeral !== undefined && (
        <span className="numeral" aria-hidden={layout !== 'columns' || undefined}>
          {numeral}
        </span>
      )}
      <Heading id={headingId}>{title}</Heading>
      {text && (
        <div className="entry__text">
          <p>{text}</p>
          {goesWrong && (
            <p className="goes-wrong">
              <b>{words.goesWrong}</b> {goesWrong}
            </p>
          )}
        </div>
      )}
      {scope.length > 0 && (
        <ScopeList heading={words.scope} lines={scope} headingLevel={headingLevel + 1} isOrdered={layout === 'line'} />
      )}
      {properties && <PropertyList properties={properties} />}
      {output && (
        <p className="entry__output">
          <b>{words.output}</b> {output}
        </p>
      )}
    </>
  );
}

type ScopeListProps = {
  heading: string | undefined;
  lines: readonly string[];
  headingLevel: number;
  isOrdered: boolean;
};

function ScopeList({ heading, lines, headingLevel, isOrdered }: ScopeListProps) {
  const Heading = `h${headingLevel}` as 'h3' | 'h4' | 'h5';
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <div className="scope-list">
      {heading && <Heading>{heading}</Heading>}
      <List>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </List>
    </div>
  );
}

export function PropertyList({ properties }: { properties: readonly { label: string; text: string }[] }) {
  return (
    <dl>
      {properties.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
