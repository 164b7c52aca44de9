/** The addresses of the backend and the mail service, set by the operator and sent with every live page. */
export type SiteConfig = {
  /** Origin of the public site, for canonical links. */
  siteUrl: string;
  /** Base address of the Supabase API, or '' for the embedded one, which answers on the site's own origin. */
  supabaseUrl: string;
  anonKey: string;
  emailjs: EmailJsConfig;
  /** Days that the activity list is kept; null with a hosted backend. */
  activityDays: number | null;
  /** Days that a backup is kept; null where the site makes none by itself. */
  backupDays: number | null;
  countsViews: boolean;
};

export type EmailJsConfig = {
  /** Origin of the EmailJS API, or '' for the embedded one. */
  origin: string;
  serviceId: string;
  templateId: string;
  publicKey: string;
};

export const SITE_CONFIG_ID = 'site-config';

let read: SiteConfig | undefined;

/** In the browser: the configuration that the server wrote into the page. Throws where the page has none. */
export function browserSiteConfig(): SiteConfig {
  read ??= JSON.parse(document.getElementById(SITE_CONFIG_ID)?.textContent ?? 'null') as SiteConfig;
  if (!read) throw new Error('This page has no site configuration.');
  return read;
}
