import { z } from 'zod';
import { DEFAULT_REST_SETTINGS, type RestSettings } from '#backend/rest/rest-settings.ts';
import { flag, text } from './variables.ts';

/** Schemas of PostgreSQL and of the services, which are never exposed. */
const INTERNAL =
  /^(?:pg_.*|information_schema|auth|mail|storage|realtime|backend|operator|extensions|supabase_migrations)$/;

/** The variables of the data API. */
export const restVariables = {
  REST_SCHEMAS: text.transform((value, context): RestSettings['schemas'] => {
    const [first, ...others] = value?.split(',').map((name) => name.trim()) ?? DEFAULT_REST_SETTINGS.schemas;
    const schemas: RestSettings['schemas'] = [first ?? '', ...others];
    const isList = schemas.every((name) => name !== '' && !INTERNAL.test(name));
    // Requests without a profile, as the site's own, go to the first schema.
    if (isList && first === 'public') return schemas;
    if (isList) context.addIssue('does not begin with public, where the pages of the site read. Write public first');
    else
      context.addIssue(
        'is not a list of schemas with commas between, such as public,api, without those of the services',
      );
    return z.NEVER;
  }),
  REST_AGGREGATES: flag(DEFAULT_REST_SETTINGS.aggregates),
  REST_EXPLAIN: flag(DEFAULT_REST_SETTINGS.explain),
  REST_TX_ROLLBACK: flag(DEFAULT_REST_SETTINGS.rollback),
};

type RestVariables = { [Name in keyof typeof restVariables]: z.output<(typeof restVariables)[Name]> };

export function restSettings(data: RestVariables): RestSettings {
  return {
    schemas: data.REST_SCHEMAS,
    aggregates: data.REST_AGGREGATES,
    explain: data.REST_EXPLAIN,
    rollback: data.REST_TX_ROLLBACK,
  };
}
