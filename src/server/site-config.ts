import type { SiteConfig } from '#site/gateway/site-config.ts';
import type { Config } from './config.ts';
import { EMBEDDED_EMAILJS } from './start/runtime.ts';
import type { Secrets } from './start/secrets.ts';

const DAY_MS = 86_400_000;

export const HOSTED_EMAILJS_ORIGIN = 'https://api.emailjs.com';

/** The configuration of the pages: embedded backend and mail endpoint, or the hosted ones. */
export function siteConfigOf(config: Config, secrets: Secrets | null): SiteConfig {
  const unset = { serviceId: '', templateId: '', publicKey: '' };
  return {
    siteUrl: config.siteUrl,
    supabaseUrl: config.hosted?.url ?? '',
    anonKey: config.hosted?.anonKey ?? secrets?.keys.anonKey ?? '',
    activityDays: config.hosted ? null : config.keepActivityDays,
    countsViews: config.hosted === null && config.countViews,
    backupDays: config.hosted ? null : daysOfBackups(config.backup),
    emailjs: config.hostedMail
      ? { origin: HOSTED_EMAILJS_ORIGIN, ...config.hostedMail }
      : { origin: '', ...(secrets ? EMBEDDED_EMAILJS : unset) },
  };
}

/** Days after which a scheduled backup is deleted, or null without a schedule. */
function daysOfBackups({ everyMs, keep }: Config['backup']): number | null {
  return everyMs === null ? null : Math.ceil((everyMs * keep) / DAY_MS);
}

/**
 * Further origins that a page may connect to and show pictures from. Without a path, because a CSP source with a path
 * matches only that path (CSP 3, 6.7.2.8).
 */
export function hostedOrigins({ hosted, hostedMail }: Config): { connectTo: string[]; imagesFrom: string[] } {
  const imagesFrom = hosted ? [new URL(hosted.url).origin] : [];
  const connectTo = imagesFrom.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]);
  return { connectTo: hostedMail ? [...connectTo, HOSTED_EMAILJS_ORIGIN] : connectTo, imagesFrom };
}
