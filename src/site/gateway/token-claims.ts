/** Claims of an access token that decide what is shown. */
export type TokenClaims = { aal?: string; session_id?: string };

/** Reads the claims without verifying them: the server verifies tokens. Empty where the token cannot be read. */
export function readClaims(accessToken: string): TokenClaims {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)) as TokenClaims;
  } catch {
    return {};
  }
}
