import { type FirmWords, firmSchema } from '#contract/words/firm.ts';
import { builtInFirm } from './firm.ts';
import { builtInOffices } from './offices.ts';
import { builtInTeam } from './team.ts';

/** The facts of the firm as the code has them, all in one. */
export const builtInFirmWords: FirmWords = { ...builtInFirm, ...builtInOffices, ...builtInTeam };

/** The pages whose words administrators may change: by the name of their row in `site_words`. */
export const WORD_PAGES = { firm: { schema: firmSchema, builtIn: builtInFirmWords } } as const;
export type WordPage = keyof typeof WORD_PAGES;
