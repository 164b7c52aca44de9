/** Two versions of the values of a form, and the one that both come from. */
export type Versions<Value> = {
  ancestor: Value;
  mine: Value;
  theirs: Value;
  /** Earlier versions of both. Where one of two has an earlier version of the other, it has no change of its own. */
  earlier?: { mine: readonly Value[]; theirs: readonly Value[] };
  /** Where both changed the same, mine is taken. Otherwise they cannot be merged. */
  prefersMine: boolean;
};

export const NO_EARLIER = { mine: [], theirs: [] } as const;

/** The values with the changes of both versions; null where both changed the same. */
export type Merge<Values> = (versions: Versions<Values>) => Values | null;

type FieldMerges<Values> = { [Name in keyof Values]?: Merge<Values[Name]> };

/** Merges by field. `merges` has the fields that can be merged although both changed them. */
export function mergeFields<Values extends object>(
  { ancestor, mine, theirs, earlier = NO_EARLIER, prefersMine }: Versions<Values>,
  merges: FieldMerges<Values> = {},
): Values | null {
  const merged = { ...mine };
  for (const name of Object.keys(mine) as (keyof Values)[]) {
    const field = {
      ancestor: ancestor[name],
      mine: mine[name],
      theirs: theirs[name],
      earlier: {
        mine: earlier.mine.map((one) => one[name]),
        theirs: earlier.theirs.map((one) => one[name]),
      },
      prefersMine,
    };
    const value = mergeValue(field) ?? merges[name]?.(field) ?? null;
    if (value === null && !prefersMine) return null;
    merged[name] = value ?? mine[name];
  }
  return merged;
}

/** The value that only one of them changed, or both to the same; null where they differ. */
export function mergeValue<Value>({
  ancestor,
  mine,
  theirs,
  earlier,
}: Omit<Versions<Value>, 'prefersMine'>): Value | null {
  if (mine === theirs || ancestor === theirs || earlier?.mine.includes(theirs)) return mine;
  return ancestor === mine || earlier?.theirs.includes(mine) ? theirs : null;
}
