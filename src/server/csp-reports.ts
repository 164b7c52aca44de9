import { Hono } from 'hono';
import { z } from 'zod';
import { readJson } from '#backend/http/body.ts';
import { addressKey } from '#backend/http/client-address.ts';
import type { BackendEnv } from '#backend/http/env.ts';
import { RequestError } from '#backend/http/errors.ts';
import { openMemoryRateLimit } from '#backend/http/rate-limit.ts';
import { REPORT_PATH } from './security-headers.ts';

export const MAX_REPORT_BYTES = 10_000;
const MAX_CHARACTERS = 300;
/**
 * One page reports several violations at once; more reports than this add nothing. They limit the log of one process, so
 * they are counted in its memory.
 */
export const REPORTS_PER_ADDRESS = { points: 20, seconds: 60 };
export const REPORTS_IN_ALL = { points: 100, seconds: 60 };

/** The content types of `report-uri` (CSP2 §4.4) and of the Reporting API, which sends one object or a list. */
const REPORT_TYPE = /^application\/(csp-report|reports\+json)\b/;

// oxlint-disable-next-line no-control-regex -- what could end a line or steer a terminal
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\p{Cf}\u2028\u2029]+/gu;
const field = z
  .string()
  .optional()
  .transform((text) => text?.slice(0, MAX_CHARACTERS).replace(UNPRINTABLE, ' '));

const Violation = z.object({
  'document-uri': field,
  'violated-directive': field,
  'effective-directive': field,
  'blocked-uri': field,
  'source-file': field,
  'script-sample': field,
});
const UriReport = z.object({ 'csp-report': Violation }).transform((report) => [report['csp-report']]);
const ApiReport = z.object({
  type: z.literal('csp-violation'),
  body: z.object({
    documentURL: field,
    effectiveDirective: field,
    blockedURL: field,
    sourceFile: field,
    sample: field,
  }),
});
const ApiReports = z.array(z.unknown()).transform((reports, context) => {
  const violations = reports.flatMap((report) => ApiReport.safeParse(report).data?.body ?? []);
  if (violations.length === 0) context.addIssue('No report of a violation');
  return violations;
});
const Report = z.union([UriReport, ApiReports]);

/** Writes a violation, as the browser describes it, to the log. */
export type LogViolation = (violation: object) => void;

/**
 * Receives the Content-Security-Policy reports of browsers and writes one line per request to the log. Anybody can send
 * one, so its fields are shortened and freed of line breaks. Responds 204; 400 for an invalid report,
 * 413, 415, and 429 beyond the limits.
 */
export function mountCspReports(logViolation: LogViolation): Hono<BackendEnv> {
  const perAddress = openMemoryRateLimit('site/csp-reports-from', REPORTS_PER_ADDRESS);
  const inAll = openMemoryRateLimit('site/csp-reports', REPORTS_IN_ALL);
  const routes = new Hono<BackendEnv>();
  routes.post(REPORT_PATH, async (c) => {
    await perAddress.take(addressKey(c.env.clientAddress));
    await inAll.take('all');
    if (!REPORT_TYPE.test(c.req.header('content-type') ?? '')) return c.body(null, 415);
    const report = Report.safeParse(await readJson(c, MAX_REPORT_BYTES));
    if (!report.success) return c.body(null, 400);
    const [violation] = report.data;
    logViolation(violation ?? {});
    return c.body(null, 204);
  });
  routes.onError((error, c) => {
    if (!(error instanceof RequestError)) throw error;
    return c.body(null, error.status, error.retryAfter ? { 'Retry-After': String(error.retryAfter) } : {});
  });
  return routes;
}
