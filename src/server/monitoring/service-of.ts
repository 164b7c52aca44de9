import { isServicePath } from '../service-path.ts';

const NAME = /^\/(auth|rest|storage|realtime|system)\//;

/** The service that answers a request target, as metrics and log name it; `site` for pages and files. */
export function serviceOf(target: string): string {
  if (!isServicePath(target)) return 'site';
  return NAME.exec(target)?.[1] ?? (target.startsWith('/api/') ? 'mail' : 'other');
}
