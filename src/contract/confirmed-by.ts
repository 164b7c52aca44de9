/**
 * How it was shown that an address belongs to the owner of the account. The embedded backend keeps it as `confirmed_by`
 * in `app_metadata`, which callers cannot write; `not_asked` where confirmation is switched off.
 */
export type ConfirmedBy =
  | 'sign_up_mail'
  | 'invitation'
  | 'recovery_mail'
  | 'email_change_mail'
  | 'operator'
  | 'not_asked';
