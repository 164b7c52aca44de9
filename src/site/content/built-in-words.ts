import type { FirmWords } from '#contract/words/firm.ts';
import { builtInFirm } from './firm.ts';
import { builtInOffices } from './offices.ts';
import { builtInTeam } from './team.ts';

/** The facts of the firm as the code has them, all in one. */
export const builtInFirmWords: FirmWords = { ...builtInFirm, ...builtInOffices, ...builtInTeam };
