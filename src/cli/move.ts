import { parseArgs } from 'node:util';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { withoutTrailingSlashes } from '#contract/slashes.ts';
import type { Project } from '#operations/move/supabase/project.ts';
import { type Config, readConfig } from '#server/config.ts';
import { moveFrom } from './move-from.ts';
import { moveTo, moveToProject } from './move-to.ts';
import { runToExitCode } from './run-command-line.ts';

const USAGE = `npm run move -- OPTIONS    with the site stopped on all machines; docs/moving.md says more

  --to DATABASE_URL            copy the site's database to an empty PostgreSQL 15 or later, which the site then uses
  --from DATABASE_URL          copy such a database into a new bundled one in DATA_DIR
  --to DATABASE_URL --to-supabase PROJECT_URL
                               move the site to a Supabase project: accounts, content and files. DATABASE_URL is that of
                               the project; its secret key (service_role) is read from SUPABASE_SERVICE_ROLE_KEY`;

await runToExitCode(run);

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      'to-supabase': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { to, from, 'to-supabase': projectUrl, help } = values;
  if (help) console.log(USAGE);
  else if (to && projectUrl && !from)
    await moveToProject(readConfig(), to, projectOf(readConfig(), projectUrl), console.log);
  else if (to && !projectUrl && !from) await moveTo(readConfig(), to, console.log);
  else if (from && !to && !projectUrl) await moveFrom(readConfig(), from, console.log);
  else {
    console.error(USAGE);
    return 2;
  }
  return 0;
}

function projectOf({ supabaseServiceKey: serviceKey }: Config, url: string): Project {
  if (!/^https?:\/\/[^/?#@\s]+\/?$/.test(url)) {
    throw new ConfigurationError('--to-supabase is not an address such as https://PROJECT.supabase.co.');
  }
  if (!serviceKey) throw new ConfigurationError('SUPABASE_SERVICE_ROLE_KEY is missing: the secret key of the project.');
  return { url: withoutTrailingSlashes(url), serviceKey };
}
