import { enquiriesSchema, firmSchema } from '#contract/words/firm.ts';
import {
  aboutSchema,
  blogSchema,
  contactSchema,
  disclaimerSchema,
  homeSchema,
  privacySchema,
  servicesSchema,
  teamSchema,
} from '#contract/words/pages.ts';
import { serviceSchemas } from '#contract/words/services.ts';
import type { WordPage } from '#contract/words/stored-words.ts';
import type { PublicPath } from '#site/route-table.ts';
import { about } from './about.ts';
import { blogWords } from './blog-words.ts';
import { blogList } from './blog.ts';
import { builtInFirmWords } from './built-in-words.ts';
import { contact } from './contact.ts';
import { crumbWords } from './crumbs.ts';
import { builtInOf } from './current-words.ts';
import { disclaimer } from './disclaimer.ts';
import { home } from './home.ts';
import { privacyWords } from './privacy.ts';
import { servicesPage } from './services-list.ts';
import { servicePages } from './services/service-pages.ts';
import { wordsNameOf } from './services/page-content.ts';
import { team } from './team.ts';

type PublicWords = WordPage & { title: string; path: PublicPath };

/** The built-in words have facts of the firm in them, so they are read anew each time. */
function pageOf(path: PublicPath, title: string, makeSchema: () => WordPage['schema'], words: object): PublicWords {
  let schema: WordPage['schema'] | undefined;
  return {
    path,
    title,
    get schema() {
      return (schema ??= makeSchema());
    },
    get builtIn() {
      return this.schema.parse(builtInOf(words));
    },
  };
}

/** The words of public pages, by the name of their row in `site_words`. */
export const PUBLIC_WORDS: Readonly<Record<string, PublicWords>> = {
  home: pageOf('/', crumbWords.home.label, homeSchema, home),
  about: pageOf('/about', about.heading, aboutSchema, about),
  team: pageOf('/team', team.heading, teamSchema, team),
  services: pageOf('/services', servicesPage.heading, servicesSchema, servicesPage),
  ...Object.fromEntries(
    servicePages.map((page) => {
      const name = wordsNameOf(page);
      return [name, pageOf(page.path, page.title, serviceSchemas[name], page)];
    }),
  ),
  contact: pageOf('/contact', contact.heading, contactSchema, contact),
  blog: pageOf('/blog', blogList.heading, blogSchema, blogWords),
  privacy: pageOf('/privacy', privacyWords.heading, privacySchema, privacyWords),
  disclaimer: pageOf('/disclaimer', disclaimer.heading, disclaimerSchema, disclaimer),
};

/** All words, by the name of their row. The facts of the firm come first, because the others have some in them. */
export const WORD_PAGES: Readonly<Record<string, WordPage>> = {
  firm: { schema: firmSchema, builtIn: builtInFirmWords },
  ...PUBLIC_WORDS,
};

/** Who receives enquiries. It is stored beside the words of pages, but no page may be told it. */
export const ENQUIRIES = { name: 'enquiries', schema: enquiriesSchema, builtIn: { recipients: [] as string[] } };
