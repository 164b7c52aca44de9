import type { BackendSubject, Subject } from '#operations/diagnosis/subject.ts';
import type { Config } from '../config.ts';
import { SUPABASE_FOLDER } from '#operations/backup/settings.ts';
import { mailSettings } from '../start/runtime.ts';
import { isUnlisted, listSampleParts, UNLISTED } from '../unlisted.ts';
import type { Secrets } from '../start/secrets.ts';
import { listMisfits } from '../words/read-words.ts';

type Found = {
  database: BackendSubject['database'];
  secrets: Secrets | null;
  running: Subject['running'];
  now: () => Date;
};

/** What is diagnosed with this configuration, for the dashboard and for `npm run doctor`. */
export function subjectOf(config: Config, { database, secrets, running, now }: Found): Subject {
  const { siteUrl, trustProxy, dataFolder, hosted, hostedMail, store, backup, misspelt } = config;
  const { smtpUrl, from } = mailSettings(config);
  return {
    siteUrl,
    unlisted: isUnlisted(siteUrl) ? UNLISTED : null,
    samples: listSampleParts(),
    misfits: listMisfits(),
    trustProxy,
    dataFolder,
    misspelt,
    running,
    now,
    hosted: hosted && { ...hosted, hasMail: hostedMail !== null },
    backend: hosted
      ? null
      : {
          database,
          store,
          supabaseFolder: SUPABASE_FOLDER,
          mail: { smtpUrl, from },
          keyId: secrets?.keys.jwk.kid ?? null,
          backup,
        },
  };
}
