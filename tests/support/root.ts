/** The folder of the repository. */
export { ROOT } from '#scripts/set-up/programs.mjs';
