/** What a save filled in by itself, for example the slug that was made from the title. */
export type Assigned<Values> = Partial<Values>;

export function differs<Values extends object>(one: Values, other: Values): boolean {
  return (Object.keys(one) as (keyof Values)[]).some((name) => one[name] !== other[name]);
}

/**
 * The form after a save during which it was changed: `saved` are the values in the database, `values` what the form
 * holds. A field that was not changed since it was sent takes what the save assigned.
 */
export function withLaterWords<Values extends object>(
  current: Values,
  sent: Values,
  assigned: Assigned<Values>,
): { saved: Values; values: Values } {
  const names = Object.keys(assigned) as (keyof Values)[];
  const untouched = names.filter((name) => current[name] === sent[name]).map((name) => [name, assigned[name]]);
  return { saved: { ...sent, ...assigned }, values: { ...current, ...Object.fromEntries(untouched) } };
}
