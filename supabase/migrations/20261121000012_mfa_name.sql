-- The second factor is called MFA everywhere, as in GoTrue's API.
alter view public.accounts rename column has_second_step to has_mfa;
