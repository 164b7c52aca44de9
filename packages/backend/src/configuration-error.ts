/** An error of the configuration that the operator can correct. Its message is printed without a stack. */
export class ConfigurationError extends Error {}

/** The secrets of the data folder are not those of the database. */
export class WrongSecrets extends ConfigurationError {}
