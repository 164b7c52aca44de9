import type { Config } from '#server/config.ts';

/** One verb of `npm run admin`. Throws a ConfigurationError for what the operator can put right. */
export type Command = (input: {
  config: Config;
  /** The word after the verb, as an e-mail address. */
  email: string;
  /** The same word as it was typed. */
  argument: string;
  asJson: boolean;
  print: (line: string) => void;
}) => Promise<void>;
