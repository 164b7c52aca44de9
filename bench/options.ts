import { parseArgs } from 'node:util';

export type Options = {
  /** The names of the measurements to make; null for all. */
  only: string[] | null;
  /** Fewer and shorter rounds: figures for orientation. */
  isQuick: boolean;
  /** The commit to compare with; null for none. */
  against: string | null;
  /** Measures nothing: writes the figures of latest.json into docs/scale.md. */
  writesDocs: boolean;
  /** Writes CPU profiles of the product's processes. */
  isProfiled: boolean;
};

/** The commit at which the work on the budgets began (issue 10): "today's" figures of its table. */
const FIRST_COMMIT = 'defb527';

export const USAGE = `npm run bench -- [options]
  --only a,b          only these measurements
  --quick             fewer and shorter rounds
  --against COMMIT    the commit to compare with (${FIRST_COMMIT}); "none" for none
  --profile           write CPU profiles to bench/results/profiles
  --docs              measure nothing; write the figures of the last runs into docs/scale.md
  --help              this text and the names of the measurements`;

/** Parses the command line. Returns null for --help. Throws an Error that names what it did not understand. */
export function parseOptions(args: string[], names: readonly string[]): Options | null {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      against: { type: 'string', default: FIRST_COMMIT },
      profile: { type: 'boolean', default: false },
      docs: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const only = values.only?.split(',').map((name) => name.trim()) ?? null;
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no measurement "${unknown}". There are: ${names.join(', ')}.`);
  const against = values.against === 'none' ? null : values.against;
  return { only, isQuick: values.quick, against, writesDocs: values.docs, isProfiled: values.profile };
}
