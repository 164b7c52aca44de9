/** An error that the operator can put right, to be shown as its plain sentences, without a stack. */
export class ConfigurationError extends Error {}
