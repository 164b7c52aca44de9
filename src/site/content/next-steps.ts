import type { ServicePoint } from './services/page-content.ts';

/** The course of a matter, on each service page and beside the enquiry form. */
export const nextSteps: { heading: string; steps: readonly ServicePoint[] } = {
  heading: 'What happens next',
  steps: [
    {
      title: 'You write or call',
      text: 'We check for conflicts of interest, and typically reply within 24 hours with how we would approach it.',
    },
    { title: 'Papers', text: 'We ask for a short list of papers, under a confidentiality undertaking if you wish.' },
    {
      title: 'Scope in writing',
      text: 'You receive a written scope: work, people, timetable and fees. Work begins when it is signed.',
    },
    { title: 'Work', text: 'One partner leads; you know who does the work.' },
    { title: 'Reports', text: 'We report in writing at agreed dates, and at the end hand over the file.' },
  ],
};
