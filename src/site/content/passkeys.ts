export const passkeys = {
  signIn: 'Sign in with a passkey',
  /** In place of the code of an app. */
  instead: 'Use a passkey',
  heading: 'Passkeys',
  text: 'A passkey signs you in by the lock of your device, such as a fingerprint or a PIN, in place of the password and the code.',
  unnamed: 'Passkey',
  since: (date: string) => `since ${date}`,
  lastUsed: (date: string) => `last used on ${date}`,
  add: 'Add a passkey',
  adding: 'Follow your device...',
  rename: 'Rename',
  name: 'Name of the passkey',
  nameHint: 'To tell it from others, such as “Laptop”.',
  save: 'Save',
  saving: 'Saving...',
  cancel: 'Cancel',
  remove: 'Remove',
  removing: 'Removing...',
  removeQuestion: (name: string) =>
    `Remove “${name}”? It signs you in no more, and sessions that a passkey opened elsewhere end.`,
  nameMissing: 'Enter a name.',
} as const;
