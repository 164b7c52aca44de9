import { z } from 'zod';
import {
  closing,
  heading,
  intro,
  line,
  oneOfEach,
  paragraph,
  paragraphs,
  point,
  points,
  searchWords,
  section,
} from './fields.ts';

/**
 * What administrators may change on the pages that are not of one service. A schema is made when it is used: each of its
 * fields takes kilobytes of memory.
 */

/** The built-in text names a fact of the firm. */
const FROZEN = 'What it says of the firm follows the tab Firm only as long as the text is not changed.';

const lead = (hint = 'Below the title.') => paragraph(220, { label: 'First sentence', hint });
const withNumerals = (least: number, most: number) =>
  z
    .array(z.object({ numeral: line(5, { label: 'Figure', hint: 'In large type, such as 10+.' }), ...point.shape }))
    .min(least)
    .max(most)
    .meta({ label: 'Reasons', item: 'reason' });

/** The services of the lists on Home and Services, by the end of their address. */
const LISTED = [
  'foreign-trade-policy',
  'rbi-fema-compliance',
  'customs-compliance',
  'market-entry',
  'financial-due-diligence',
  'quality-control',
  'ongoing-compliance',
  'government-liaison',
] as const;
export type ListedId = (typeof LISTED)[number];

export const homeSchema = () =>
  z.object({
    hero: section('Head of the page', { lead: lead('Below the name of the firm.') }),
    about: section('About the firm', {
      heading: heading(),
      lead: paragraph(250, { label: 'First sentence', hint: FROZEN }),
      paragraphs: paragraphs(3),
    }),
    services: section('Above the services', { heading: heading(), intro }),
    cards: oneOfEach(
      LISTED,
      {
        label: line(60, { label: 'Name of the service' }),
        summary: paragraph(220, { label: 'What it covers' }),
        authority: line(80, { label: 'Who decides' }),
      },
      { label: 'Services', item: 'service' },
    ),
    posts: section('Above the latest posts', { heading: heading(60) }),
    testimonials: section('Above the testimonials', { heading: heading(60), subtitle: intro }),
    whyChoose: section('Why choose the firm', {
      points: withNumerals(2, 6),
      statement: paragraph(160, { label: 'Statement', hint: 'Beside the portrait of the managing partner.' }),
    }),
    closing,
    ...searchWords,
  });

export const aboutSchema = () =>
  z.object({
    lead: lead(),
    story: section('Story', { heading: heading(60), paragraphs: paragraphs(6, FROZEN) }),
    yearsOfExperience: line(5, { label: 'Years of experience', hint: 'In large type, such as 10+.' }),
    clients: section('Clients', { heading: heading(60), points: points(2, 8) }),
    setsUsApart: section('What sets the firm apart', { points: points(2, 6) }),
    mission: section('Mission', { text: paragraph(220, { label: 'Text' }) }),
    vision: section('Vision', { text: paragraph(220, { label: 'Text' }) }),
    approach: section('Approach', { heading: heading(60), intro, parts: points(2, 4) }),
    workingWithUs: section('Working together', { heading: heading(60), points: points(2, 12) }),
    closing,
    ...searchWords,
  });

export const teamSchema = () =>
  z.object({
    lead: lead(),
    expertise: section('Expertise', { heading: heading(60), intro, areas: points(2, 12) }),
    values: section('Values', { heading: heading(60), points: points(2, 6) }),
    closing,
    ...searchWords,
  });

export const servicesSchema = () =>
  z.object({
    lead: lead(),
    groups: oneOfEach(
      ['border', 'money', 'company'],
      { title: line(40, { label: 'Title' }), text: paragraph(160, { label: 'When to call' }) },
      { label: 'Groups of services', item: 'group' },
    ),
    services: oneOfEach(
      LISTED,
      {
        title: line(60, { label: 'Name of the service' }),
        summary: paragraph(280, { label: 'What it covers' }),
        covers: z
          .array(line(60, { label: 'Subject' }))
          .min(1)
          .max(8)
          .meta({ label: 'Subjects', item: 'subject' }),
      },
      { label: 'Services', item: 'service' },
    ),
    whyChoose: section('Why choose the services', { points: withNumerals(2, 4) }),
    closing,
    ...searchWords,
  });

export const contactSchema = () =>
  z.object({
    lead: lead(),
    subjects: z
      .object({
        managing: line(60, { label: 'Of the managing partner' }),
        trade: line(60, { label: 'Of the partner for foreign trade and customs' }),
        tax: line(60, { label: 'Of the partner for FEMA and international tax' }),
        usa: line(60, { label: 'Of the partner of the USA desk' }),
      })
      .meta({ label: 'Subjects of the direct numbers' }),
    nextSteps: z
      .object({ heading: heading(60), steps: points(3, 6) })
      .meta({ label: 'What happens next', hint: 'Also on the pages of the services.' }),
    ...searchWords,
  });

export const blogSchema = () => z.object({ lead: lead(), closing, ...searchWords });

export const privacySchema = () =>
  z.object({
    lead: lead(),
    rights: z
      .object({
        heading: heading(60),
        paragraphs: z
          .array(paragraph(1200, { label: 'Paragraph' }))
          .min(1)
          .max(8)
          .meta({ label: 'Paragraphs', hint: FROZEN, item: 'paragraph' }),
        complaint: paragraph(500, {
          label: 'Complaints',
          hint: 'Below the Grievance Officer, whom the tab Firm names.',
        }),
      })
      .meta({ label: 'Rights', hint: 'The page itself says what the website keeps, from its settings.' }),
    closing,
    ...searchWords,
  });

export const disclaimerSchema = () =>
  z.object({
    lead: lead(),
    website: section('The website', { heading: heading(60), terms: points(1, 12) }),
    work: section('The work', { heading: heading(60), terms: points(1, 12) }),
    closing,
    ...searchWords,
  });

export type HomeWords = z.infer<ReturnType<typeof homeSchema>>;
export type AboutWords = z.infer<ReturnType<typeof aboutSchema>>;
export type TeamWords = z.infer<ReturnType<typeof teamSchema>>;
export type ServicesWords = z.infer<ReturnType<typeof servicesSchema>>;
export type ContactWords = z.infer<ReturnType<typeof contactSchema>>;
export type BlogWords = z.infer<ReturnType<typeof blogSchema>>;
export type PrivacyWords = z.infer<ReturnType<typeof privacySchema>>;
export type DisclaimerWords = z.infer<ReturnType<typeof disclaimerSchema>>;
