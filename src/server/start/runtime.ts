import { join } from 'node:path';
import type { BackendDeps, BackendSettings, MailSettings } from '#backend/deps.ts';
import { type RunQuery, closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { connectionsOfWorker } from '#backend/database/pools.ts';
import { createProbe } from '#backend/database/read-state.ts';
import { createKeys } from '#backend/http/keys.ts';
import { openMemoryRateLimit, openSharedRateLimit } from '#backend/http/rate-limit.ts';
import { formatAddress } from '#backend/mail/addresses.ts';
import { type Outbox, createOutbox, enqueueMail } from '#backend/mail/outbox.ts';
import { createUsage } from '#backend/usage/usage.ts';
import { firm } from '#site/content/firm.ts';
import { outsideRequests } from '#backend/usage/request-context.ts';
import { PICTURE_WIDTHS } from '#contract/pictures.ts';
import { DELIVERED_MAIL_DAYS, KNOWN_CLIENT_DAYS, PROVIDER_COOKIE_MINUTES } from '#contract/retention.ts';
import { SUPABASE_FOLDER } from '#operations/backup/settings.ts';
import type { ReportSettings } from '#backend/mail/report-undeliverable.ts';
import { formatIndiaTime } from '#contract/date.ts';
import { composeEnquiryMail } from '../enquiry-mail.ts';
import type { Config } from '../config.ts';
import { cleanRegularly } from '../processes/clean-regularly.ts';
import { type Installation, openInstallation } from './installation.ts';
import { openLog } from '../log/open-log.ts';
import { enquiryRecipients } from '../words/read-words.ts';

/** An installation with the dependencies of the services in one process. */
export type Runtime = Installation & { deps: BackendDeps };

/** The ids of the embedded EmailJS endpoint. They are not secret, as with EmailJS itself. */
export const EMBEDDED_EMAILJS = { serviceId: 'embedded', templateId: 'enquiry', publicKey: 'india-going-global' };

/** What a process that serves needs to know of the start that it belongs to. */
export type InstallationAccess = Pick<Installation, 'secrets' | 'databaseUrl'>;

/**
 * Opens the dependencies of a process that does everything: installation (installation.ts), services, delivery of mail,
 * cleaning. The caller must hold the lock of the data folder. Closes what was opened when a later step fails.
 */
export async function openRuntime(config: Config, onProgress: (line: string) => void): Promise<Runtime> {
  const installation = await openInstallation(config, onProgress);
  const services = openServices(config, installation, (deps) =>
    createOutbox({ ...deps, settings: mailSettings(config, onProgress), reports: mailReports(config) }),
  );
  const { outbox } = services;
  const { outboxFolder } = services.deps.settings.mail;
  const stopCleaning = cleanRegularly({ ...services.deps, keepActivityDays: config.keepActivityDays, outboxFolder });
  return {
    ...services,
    databasePort: installation.databasePort,
    close: async () => {
      await stopCleaning();
      await outbox.stop();
      await services.close();
      await installation.close();
    },
  };
}

/**
 * Opens the dependencies of a worker: mail that is enqueued is delivered by the primary process, which `wake` tells of
 * it.
 */
export function openWorkerRuntime(config: Config, connection: InstallationAccess, wake: () => void): Runtime {
  const services = openServices(config, connection, ({ now }) => ({ enqueue: enqueueMail(now), wake }));
  return { ...services, databasePort: null };
}

type OutboxDeps = Pick<BackendDeps, 'database' | 'log' | 'now'>;

function openServices<O extends Pick<Outbox, 'enqueue' | 'wake'>>(
  config: Config,
  { secrets, databaseUrl }: InstallationAccess,
  openOutbox: (deps: OutboxDeps) => O,
): Omit<Runtime, 'databasePort'> & { outbox: O } {
  const { log, outage } = openLog(config);
  const now = () => new Date();
  const settings = backendSettings(config);
  const database = connectDatabase(databaseUrl, {
    connections: connectionsOfWorker(config.databaseConnections, config.workers),
    onUnavailable: outage.report,
  });
  outage.watch(createProbe(database.poolFor('internal')));
  const outbox = openOutbox({ database: database.poolFor('internal'), log, now });
  const keys = createKeys({ ...secrets.keys, issuer: `${settings.siteUrl}/auth/v1` });
  const wake = () => outsideRequests(outbox.wake);
  const openRateLimit = isAlone(config) ? openMemoryRateLimit : openSharedRateLimit(database, keys);
  return {
    deps: { database, settings, keys, outbox: { ...outbox, wake }, openRateLimit, usage: createUsage(), log, now },
    outbox,
    secrets,
    databaseUrl,
    close: async () => {
      outage.stop();
      await closeDatabase(database);
    },
  };
}

/** Whether this process alone uses the database: the bundled one, without workers. */
function isAlone({ databaseUrl, workers }: Config): boolean {
  return databaseUrl === null && workers === 1;
}

function backendSettings(config: Config): BackendSettings {
  return {
    siteUrl: config.siteUrl,
    siteName: () => firm.name,
    redirectAllowList: config.redirectAllowList,
    confirmEmail: config.confirmEmail,
    allowSignup: config.allowSignup,
    accessTokenSeconds: 3600,
    storageFolder: join(config.dataFolder, 'storage'),
    store: config.store,
    mailTemplates: join(SUPABASE_FOLDER, 'templates'),
    retention: { knownClientDays: KNOWN_CLIENT_DAYS, providerCookieMinutes: PROVIDER_COOKIE_MINUTES },
    pictureWidths: PICTURE_WIDTHS,
    mail: mailSettings(config),
    auth: config.auth,
    realtime: config.realtime,
    rest: config.rest,
  };
}

/** The mail settings of the app and of `npm run mail`; `print` writes to standard output. */
export function mailSettings(config: Config, print?: (text: string) => void): MailSettings {
  return {
    smtpUrl: config.smtpUrl,
    // Read for each mail: an administrator may have changed the facts of the firm.
    get from() {
      return config.mailFrom ?? formatAddress(firm.name, firm.email);
    },
    get enquiriesTo() {
      const chosen = enquiryRecipients();
      return chosen.length > 0 ? chosen : (config.enquiriesTo ?? [firm.email]);
    },
    outboxFolder: join(config.dataFolder, 'outbox'),
    ...(print && { print }),
    isTerminal: process.stdout.isTTY,
    keepDeliveredDays: DELIVERED_MAIL_DAYS,
    emailjs: {
      ...EMBEDDED_EMAILJS,
      compose: (variables, to) => composeEnquiryMail(variables, { to, siteUrl: config.siteUrl, now: new Date() }),
    },
  };
}

/** More recipients do not help. */
const MAX_ADDRESSES = 20;

/** Undeliverable messages are reported to the administrators who can sign in, with a link to their list. */
export function mailReports({ siteUrl }: Config): ReportSettings {
  return {
    recipients: listAdministratorAddresses,
    listUrl: `${siteUrl}/admin?tab=system`,
    formatTime: formatIndiaTime,
  };
}

async function listAdministratorAddresses(query: RunQuery): Promise<string[]> {
  const { rows } = await query(
    `select u.email from public.admin_users a
       join public.usable_accounts s on s.id = a.user_id
       join auth.users u on u.id = s.id
     where u.email is not null order by u.email limit ${MAX_ADDRESSES}`,
  );
  return rows.map(({ email }) => String(email));
}
