import type { Config } from '#server/config.ts';

/** One verb of `npm run admin`. Throws a ConfigurationError for what the operator can put right. */
export type Command = (input: {
  config: Config;
  email: string;
  asJson: boolean;
  say: (line: string) => void;
}) => Promise<void>;
