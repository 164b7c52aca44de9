/**
 * The errors of one service by name. An entry is fixed, or a function of the values that its message carries. The class
 * of the service's errors takes a name and these values; `render-error.ts` of the service writes the response.
 */
export type ErrorCatalogue<Entry> = Readonly<Record<string, Entry | ((...values: never[]) => Entry)>>;

/** The values that an entry takes: the parameters of its function, or none. */
export type EntryValues<Entry> = Entry extends (...values: infer Values) => unknown ? Values : [];

/** The entry of a catalogue, made from `values` where it is a function. */
export function readEntry<Entry extends object>(
  entry: Entry | ((...values: never[]) => Entry),
  values: readonly unknown[],
): Entry {
  return typeof entry === 'function' ? (entry as (...values: readonly unknown[]) => Entry)(...values) : entry;
}

/** Adds the cause to an error that stands in for another, for the log. Returns the same error. */
export function causedBy<Kind extends Error>(error: Kind, cause: unknown): Kind {
  error.cause = cause;
  return error;
}
