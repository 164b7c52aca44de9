import { z } from 'zod';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A page whose words administrators may change. */
export type WordPage = { schema: z.ZodObject; builtIn: Record<string, unknown> };

/** The words of a page, complete, and the stored ones that no longer fit, by their path: `people.2.email`. */
export type ReadWords<Words> = { words: Words; misfits: string[] };

/**
 * The built-in words of a page with the `stored` ones in their place, which are only those that differ. A stored value
 * that does not fit the schema is left out, with its path in `misfits`; the other values of its object or list stay.
 * Never throws.
 */
export function readWords<Schema extends z.ZodObject>(
  schema: Schema,
  builtIn: z.infer<Schema>,
  stored: unknown,
): ReadWords<z.infer<Schema>> {
  const misfits: string[] = [];
  const words = isFields(stored) ? readFields(schema, builtIn, stored, '', misfits) : builtIn;
  return { words: words as z.infer<Schema>, misfits };
}

/** Marks a list's item that cannot be kept: nothing is built in that could replace it. */
const NOTHING = Symbol('nothing');

function readValue(
  schema: z.core.$ZodType,
  builtIn: unknown,
  stored: unknown,
  path: string,
  misfits: string[],
): unknown {
  if (stored === undefined) return builtIn;
  const { success, data } = z.safeParse(schema, stored);
  if (success) return data;
  const found: string[] = [];
  const mended = z.safeParse(schema, mend(schema, builtIn, stored, path, found));
  if (mended.success) {
    misfits.push(...found);
    return mended.data;
  }
  misfits.push(path);
  return builtIn;
}

/** What is left of a value that does not fit as a whole. */
function mend(schema: z.core.$ZodType, builtIn: unknown, stored: unknown, path: string, misfits: string[]): unknown {
  if (schema instanceof z.ZodObject && isFields(stored)) {
    return readFields(schema, isFields(builtIn) ? builtIn : {}, stored, path, misfits);
  }
  const item = itemSchema(schema);
  if (!item || !Array.isArray(stored)) return NOTHING;
  return stored
    .map((one: unknown, index) => {
      const instead = builtInItem(builtIn, one);
      return readValue(item, instead ?? NOTHING, one, pathTo(path, String(index)), misfits);
    })
    .filter((one) => one !== NOTHING);
}

function readFields(schema: z.ZodObject, builtIn: Fields, stored: Fields, path: string, misfits: string[]): Fields {
  for (const name of Object.keys(stored)) if (!Object.hasOwn(schema.shape, name)) misfits.push(pathTo(path, name));
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [
      name,
      readValue(field, builtIn[name], stored[name], pathTo(path, name), misfits),
    ]),
  );
}

const pathTo = (path: string, name: string): string => (path ? `${path}.${name}` : name);

/** The schema of a list's items, or null of another value. */
export function itemSchema(schema: z.core.$ZodType): z.core.$ZodType | null {
  if (schema instanceof z.ZodArray) return schema.element;
  return schema instanceof z.ZodTuple ? schema.def.rest : null;
}

/** Items are known by their id. */
function builtInItem(builtIn: unknown, stored: unknown): unknown {
  if (!Array.isArray(builtIn) || !isFields(stored)) return undefined;
  return builtIn.find((one: unknown) => isFields(one) && one['id'] !== undefined && one['id'] === stored['id']);
}

/** What is to be stored of `words`: the fields that differ from the built-in ones. Lists are stored whole. */
export function differingWords(builtIn: object, words: object): Fields {
  const known = builtIn as Fields;
  return Object.fromEntries(
    Object.entries(words).flatMap(([name, value]: [string, unknown]) => {
      if (isSame(known[name], value)) return [];
      const isPart = isFields(value) && isFields(known[name]);
      return [[name, isPart ? differingWords(known[name] as object, value) : value]];
    }),
  );
}

/** Whether two values of words are the same; the order of an object's fields does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isFields(one) || !isFields(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
}
