import { currentWords } from './current-words.ts';

/** What is said above a page that is shown with the words of a draft; empty on all other pages. */
export const PREVIEW = 'preview';
export const shownPreview = currentWords(PREVIEW, { notice: '' });
