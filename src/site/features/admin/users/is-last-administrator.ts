/** Raised where no administrator who can sign in would be left (migration `accounts`). */
const LAST_ADMINISTRATOR = 'P0001';

export function isLastAdministrator(error: unknown): boolean {
  return (error as { code?: string }).code === LAST_ADMINISTRATOR;
}
