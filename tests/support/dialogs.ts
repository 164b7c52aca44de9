import type { Page } from 'playwright';

export type Answers = {
  /** The texts of the dialogs since the last call. */
  asked: () => string[];
  /** Sets the answer to the next dialogs; the default is yes. */
  say: (answer: 'yes' | 'no') => void;
};

/** Answers the browser's own dialogs and records their texts. */
export function answerDialogs(page: Page): Answers {
  const asked: string[] = [];
  let answer: 'yes' | 'no' = 'yes';
  page.on('dialog', (dialog) => {
    asked.push(dialog.type() === 'beforeunload' ? 'beforeunload' : dialog.message());
    void (answer === 'yes' ? dialog.accept() : dialog.dismiss());
  });
  return {
    asked: () => asked.splice(0),
    say: (next) => {
      answer = next;
    },
  };
}
