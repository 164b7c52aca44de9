/** The errors of codes and passkeys. Apart from the other words of MFA, because every sign-in loads them. */
export const mfaErrors = {
  codeMissing: 'Enter the code.',
  codeMalformed: 'The code has six digits.',
  /** By the error codes of the auth service. */
  byCode: {
    mfa_verification_failed:
      'This code is wrong, or was used before. Wait for the next one; check that the clock of the phone is right.',
    mfa_challenge_expired: 'That took too long. Enter the code that the app shows now.',
    mfa_ip_address_mismatch: 'Your connection changed in between. Enter the next code.',
    mfa_factor_not_found: 'This app is no longer set up for the account. Reload the page.',
    mfa_factor_name_conflict: 'There is an app of this name already. Give another name.',
    too_many_enrolled_mfa_factors: 'There are ten apps already. Remove one first.',
    mfa_totp_enroll_not_enabled: 'Authenticator apps are switched off at the auth service.',
    mfa_recovery_codes_locked: 'There were too many attempts. Wait 15 minutes, or use the app.',
    mfa_recovery_codes_sole_factor: 'Recovery codes cannot stand alone. Remove them before the last app.',
    over_request_rate_limit: 'There were too many attempts. Wait 15 minutes, then try again.',
    insufficient_aal: 'Sign in again with MFA or a passkey before you change it.',
    passkey_not_completed: 'Your browser or device did not finish. Try again.',
    webauthn_credential_exists: 'This device has a passkey for this account already.',
    webauthn_verification_failed: 'This passkey was not accepted. It may have been removed from the account.',
    webauthn_challenge_expired: 'That took too long. Try again.',
    too_many_passkeys: 'There are ten passkeys already. Remove one first.',
    session_not_found: 'You are no longer signed in. Sign in again.',
  } as Record<string, string>,
  wrongRecoveryCode: 'This recovery code is wrong, or was used before.',
  failed: 'Something went wrong on the server. Try again in a moment.',
} as const;
