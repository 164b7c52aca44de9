import { countOf } from '#contract/amounts.ts';

/** What a writer asks for and an administrator answers: the review of a draft, and the comments beside its paragraphs. */
export const reviews = {
  states: { waiting: 'Waiting for review', returned: 'Returned' },
  /** The button over the list that shows what waits. */
  waiting: (n: number) => `${countOf(n, 'post')} ${n === 1 ? 'waits' : 'wait'} for review`,
  all: 'Show all posts again',
  save: 'Save',
  ask: 'Ask for review',
  askAgain: 'Ask again',
  withdraw: 'Withdraw',
  heading: 'Review',
  waitingSince: (date: string) => `Waiting for review since ${date}.`,
  /** To the writer, whose form is closed meanwhile. */
  withdrawHint: 'An administrator reads it now. Withdraw it to go on writing.',
  anAdministrator: 'an administrator',
  returnedOn: (who: string, date: string) => `Returned by ${who} on ${date}.`,
  note: 'Note to the writer',
  noteHint: 'Publish it below, or return it with what is to be corrected.',
  giveBack: 'Return to the writer',
  giving: 'Returning...',
  you: 'You',
  comments: 'Comments',
  noComments: 'No comment yet.',
  /** On a comment whose paragraph is gone. */
  goneBlock: 'The paragraph is no longer there.',
  show: (quote: string) => `Show the paragraph “${quote}”`,
  comment: 'New comment',
  commentOn: (quote: string) => `On the paragraph “${quote}”`,
  commentHint: 'Click a paragraph of the text to comment on it.',
  submit: 'Comment',
  answer: 'Answer',
  answerLabel: 'Your answer',
  sending: 'Sending...',
  tooLong: (limit: number) => `Use ${limit.toLocaleString('en-IN')} characters or less.`,
  cancel: 'Cancel',
  resolve: 'Resolve',
  reopen: 'Open again',
  resolved: (n: number) => countOf(n, 'resolved comment'),
  failed: 'The review could not be loaded.',
  account: 'Your name and sign-in',
} as const;
