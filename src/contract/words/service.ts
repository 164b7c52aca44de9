import { z } from 'zod';
import { closing, line, paragraph, searchWords } from './fields.ts';
import { FIELDS } from './firm.ts';

/** What administrators may change on each page of a service: the words that all of them have. */

/** A day on which the law can have been checked: a date that exists, not after today in India. */
function isPastDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00+05:30`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && time <= Date.now();
}

export const serviceSchema = z.object({
  lead: paragraph(400, { label: 'First sentences', hint: 'Below the title: what the firm does, and for whom.' }),
  brief: z
    .object({
      whatItIs: paragraph(400, { label: 'What it is' }),
      whoNeedsIt: paragraph(300, { label: 'Who needs it' }),
      whatWeDo: paragraph(300, { label: 'What we do' }),
      whatYouReceive: paragraph(300, { label: 'What you receive' }),
    })
    .meta({ label: 'The service in brief' }),
  partner: z.enum(Object.keys(FIELDS) as [keyof typeof FIELDS]).meta({
    label: 'Responsible',
    hint: 'The person of the tab Firm who leads the field.',
    choices: FIELDS,
  }),
  lawAsOf: z.string().refine(isPastDay).meta({
    label: 'Law as of',
    hint: 'The day on which somebody last checked the law of the page.',
    error: 'choose a day that is not in the future.',
    input: 'date',
  }),
  questions: z
    .array(
      z.object({
        question: line(140, { label: 'Question' }),
        answer: paragraph(500, { label: 'Answer' }),
      }),
    )
    .min(1)
    .max(6)
    .meta({ label: 'Questions we are asked', hint: 'Printed, and for search engines.', item: 'question' }),
  closing,
  ...searchWords,
});

export type ServiceWords = z.infer<typeof serviceSchema>;
