import type { SiteConfig } from '#site/gateway/site-config.ts';
import type { Config } from './config.ts';
import { EMBEDDED_EMAILJS } from './runtime.ts';
import type { Secrets } from './secrets.ts';

export const HOSTED_EMAILJS_ORIGIN = 'https://api.emailjs.com';

/** The configuration of the pages: embedded backend and mail endpoint, or the hosted ones. */
export function siteConfigOf(config: Config, secrets: Secrets | null): SiteConfig {
  const unset = { serviceId: '', templateId: '', publicKey: '' };
  return {
    siteUrl: config.siteUrl,
    supabaseUrl: config.hosted?.url ?? '',
    anonKey: config.hosted?.anonKey ?? secrets?.keys.anonKey ?? '',
    emailjs: config.hostedMail
      ? { origin: HOSTED_EMAILJS_ORIGIN, ...config.hostedMail }
      : { origin: '', ...(secrets ? EMBEDDED_EMAILJS : unset) },
  };
}

/** Further origins that a page may connect to. */
export function hostedOrigins(config: Config): string[] {
  const backend = config.hosted ? [config.hosted.url, config.hosted.url.replace(/^http/, 'ws')] : [];
  return config.hostedMail ? [...backend, HOSTED_EMAILJS_ORIGIN] : backend;
}
