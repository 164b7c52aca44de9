import type { Config } from '#server/config.ts';

/**
 * One command of `npm run admin`, `npm run mail` or `npm run people`. Throws a ConfigurationError for errors that the operator can
 * correct.
 */
export type Command = (input: {
  config: Config;
  /** The argument as an e-mail address, trimmed and in lower case. */
  email: string;
  /** The argument as it was typed. */
  argument: string;
  asJson: boolean;
  print: (line: string) => void;
}) => Promise<void>;
