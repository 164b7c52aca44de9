import type { Page } from 'playwright';

export type Answers = {
  /** What the page has asked since it was last taken note of. */
  asked: () => string[];
  /** What the next questions are answered with; yes until said otherwise. */
  say: (answer: 'yes' | 'no') => void;
};

/** Answers the questions of the browser's own windows, and remembers them. */
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
