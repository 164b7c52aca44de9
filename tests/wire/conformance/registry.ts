/*
 * What the tests cannot say by themselves about the calls of the official client. A call that is in none of these lists
 * is served, and some wire test makes it (conformance.test.ts).
 */

/** Calls that only change or read the client in the caller's process, and send nothing. */
export const SENDS_NOTHING: Readonly<Record<string, readonly string[]>> = {
  auth: [
    'isThrowOnErrorEnabled',
    'initialize',
    'onAuthStateChange',
    'startAutoRefresh',
    'stopAutoRefresh',
    'dispose',
    'getSession',
  ],
  'auth.mfa': ['getAuthenticatorAssuranceLevel'],
  'rest.from.select': ['throwOnError', 'setHeader', 'retry', 'returns', 'overrideTypes', 'abortSignal', 'then'],
  rest: ['from'],
  storage: ['from'],
  'storage.from': ['toBase64'],
  'storage.vectors': ['from'],
  'storage.vectors.from': ['index'],
  'storage.analytics': ['from'],
  realtime: [
    'endpointURL',
    'getChannels',
    'log',
    'hasLogger',
    'connectionState',
    'isConnected',
    'isConnecting',
    'isDisconnecting',
    'channel',
    'push',
    'onHeartbeat',
  ],
  'realtime.channel': ['presenceState', 'updateJoinPayload', 'teardown', 'copyBindings'],
  functions: ['setAuth'],
};

/** Calls that are refused until the operator sets this variable. */
export const BY_SETTING: Readonly<Record<string, string>> = {
  'auth.signInAnonymously': 'AUTH_ANONYMOUS_SIGN_INS',
  'auth.signInWithOAuth': 'AUTH_GOOGLE_…, AUTH_MICROSOFT_…, AUTH_OIDC_…',
  'auth.signInWithIdToken': 'AUTH_GOOGLE_…, AUTH_MICROSOFT_…, AUTH_OIDC_…',
  'auth.signInWithWeb3': 'AUTH_WEB3',
  'auth.linkIdentity': 'AUTH_MANUAL_LINKING',
  'auth.unlinkIdentity': 'AUTH_MANUAL_LINKING',
  'rest.schema': 'REST_SCHEMAS',
  'rest.from.select.explain': 'REST_EXPLAIN',
  'rest.from.select.rollback': 'REST_TX_ROLLBACK',
};

/** Calls of features that a hosted project, too, has only when they are turned on; each a name or the beginning of names. */
export const FEATURE_OFF: Readonly<Record<string, string>> = {
  'auth.oauth.': 'being an OAuth server for others',
  'auth.admin.oauth.': 'being an OAuth server for others',
  'auth.admin.customProviders.': 'providers by API; here they are variables',
  'rest.getOpenApiSpec': 'OpenAPI description',
  'rest.from.select.geojson': 'PostGIS',
  'storage.getBucketLifecycle': 'versions of objects',
  'storage.updateBucketLifecycle': 'versions of objects',
  'storage.deleteBucketLifecycle': 'versions of objects',
  'storage.analytics.': 'Iceberg tables',
};

/** Calls that are not offered, in the same form. */
export const NOT_OFFERED: Readonly<Record<string, string>> = {
  'auth.signInWithSSO': 'SAML',
  'auth.mfa.webauthn.': 'passkeys as second factors',
  'storage.vectors.': 'vectors',
  'functions.invoke': 'edge functions',
};
