/**
 * How the address of an account was verified. The embedded backend stores it as `confirmed_by` in `app_metadata`, which
 * users cannot write; `not_asked` when confirmation is switched off.
 */
export type ConfirmedBy =
  | 'sign_up_mail'
  | 'invitation'
  | 'recovery_mail'
  | 'email_change_mail'
  | 'operator'
  | 'provider'
  | 'not_asked';
