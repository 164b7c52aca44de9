import type { PrivacyFacts } from '#site/content/privacy.ts';
import type { SiteConfig } from '#site/gateway/site-config.ts';

/** The periods and services are those of the settings in force. */
export function privacyFactsOf(config: SiteConfig): PrivacyFacts {
  const { supabaseUrl, emailjs, activityDays, backupDays, countsViews } = config;
  return { activityDays, backupDays, countsViews, isHosted: supabaseUrl !== '', hasHostedMail: emailjs.origin !== '' };
}
