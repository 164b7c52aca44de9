import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const sources = globSync('src/site/{content/**/*,messages,dashboard-messages}.ts', { cwd: ROOT }).filter(
  (file) => !file.endsWith('.test.ts'),
);
const samples = globSync('supabase/{sample/**/*.{html,json},templates/*.html}', { cwd: ROOT });

/** The sentences and labels of a source file: its strings with a blank or a capital letter. */
const stringsOf = (source: string) =>
  [...source.replace(/^\s*(?:\/?\*|\/\/|import ).*$/gm, '').matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)]
    .map(([, , text]) => (text ?? '').replaceAll(/\$\{[^}]*\}/g, '…'))
    .filter((text) => /\s|[A-Z]/.test(text));
const words: [file: string, text: string][] = [
  ...sources.flatMap((file) => stringsOf(textOf(file)).map((text): [string, string] => [file, text])),
  ...samples.map((file): [string, string] => [
    file,
    textOf(file).replaceAll(/<style.*?<\/style>|<[^>]*>|\{\{.*?\}\}/gs, ' '),
  ]),
];

/** The specification's own sentences and field names, which spell otherwise. */
const SPECIFIED = [
  'Email',
  'Email Address',
  'Advance Authorization',
  'Get Customs Support',
  'Email Configuration Required',
  'Please configure your EmailJS settings first.',
  'Please try again or contact us directly via phone/email.',
  'Invalid Email',
  'Please enter a valid email address.',
  'An account with this email already exists. Please sign in instead.',
  'Account created successfully! Please check your email to verify your account.',
];

test.each([
  ['email', /\be-?mail(?<!email|Email)s?\b/i],
  ['Authorised Dealer', /authori[sz]ed dealer|Authorised dealer|Authorized Dealer/],
  ['Letter of Undertaking', /letters? of undertaking|Letter of undertaking/],
  ['licence (license only as a verb), authorisation', /\b(?:a|the|no|every|export|import) licenses?\b|authoriz/i],
  [
    'the USA, and US before a noun',
    /U\.S\.|\bthe US(?=[.,;:)]|$| (?:and|or|is|are|of|has|in|to)\b)|United States(?! of)/,
  ],
  ['the UK, and United Kingdom as a heading', /U\.K\.|Britain|the United Kingdom/],
  [
    'customs, unless in a name',
    /(?<!(?:Taxes|Trade) and )(?<=[a-z,] )Customs\b(?! (?:Act|Tariff|Valuation|and|service|\()|, Excise)/,
  ],
  ['Special Economic Zone', /special economic zone|Special economic/],
  ['Importer–Exporter Code', /importer.exporter code(?<!Importer–Exporter Code)/i],
  ['per cent', /percent\b|\d ?%/],
  ['original words (of the site, before its owner changes them)', /\b(?:as|the) built[- ]in\b/i],
])('%s is spelled in one way', (_, wrong) => {
  const found = words
    .filter(([, text]) => !SPECIFIED.includes(text))
    .map(([file, text]) => [file, wrong.exec(text)?.[0]]);
  expect(found.filter(([, match]) => match !== undefined)).toEqual([]);
});

test('AD bank stands only where Authorised Dealer (AD) came before', () => {
  const tooEarly = [...sources, ...samples].filter((file) => {
    const [before, after] = textOf(file).split(/\bAD bank/, 2);
    return after !== undefined && !before?.includes('Authorised Dealer (AD)');
  });
  expect(tooEarly).toEqual([]);
});

/** Names, and headings of the specification in its own case. */
const CAPITALS =
  /^(?:[A-Z]{2,}[A-Za-z]*(?:-[A-Z]+)?|India|Indian|Dubai|America|United|States|Kingdom|Authorised|Dealer|Advance|Authorisation|English)\b/;
const SPECIFIED_HEADINGS = [
  'About Us',
  'Our Services',
  'Our Expert Team',
  'Our Blog',
  'Access Denied',
  'Blog Posts',
  'What Our Clients Say',

  'Oops! Page not found',
  'What Sets Us Apart',
  'Why Choose Our Services',
  'Quick Response Promise',
  'Blog Post Not Found',
];

test('headings are in sentence case, but for names and those of the specification', () => {
  const ofSources = sources.flatMap((file) =>
    [...textOf(file).matchAll(/\bheading: '([^'\n]+)'/g)].map(([, text = '']) => [file, text] as const),
  );
  const ofSamples = samples.flatMap((file) =>
    [...textOf(file).matchAll(/<h[12][^>]*>([^<]+)<|^ {4}"title": "(.+)"/gm)].map(
      ([, heading, title]) => [basename(file), heading ?? title ?? ''] as const,
    ),
  );
  expect(ofSources.length).toBeGreaterThan(50);
  expect(ofSamples.length).toBeGreaterThan(50);
  for (const [file, heading] of [...ofSources, ...ofSamples]) {
    if (SPECIFIED_HEADINGS.includes(heading)) continue;
    const later = heading.split(/\s+/).filter((_, at, all) => at > 0 && !/[:.?]$/.test(all[at - 1] ?? ''));
    expect(
      later.filter((word) => /^[A-Z]/.test(word) && !CAPITALS.test(word)),
      `${file}: ${heading}`,
    ).toEqual([]);
  }
});
