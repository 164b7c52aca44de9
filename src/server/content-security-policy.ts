/** Where browsers send reports of what a policy refused. */
export const REPORT_PATH = '/csp-reports';

export type PagePolicyOptions = {
  /** Origins that pages may connect to beside their own. */
  connectTo: readonly string[];
  /** Origins of pictures beside their own and those on https. */
  imagesFrom?: readonly string[];
  /** Vite writes style elements into pages while they are developed, and no page is built for trusted types then. */
  isDevelopment: boolean;
};

/** The policy of a page whose own inline scripts have these hashes (`'sha256-…'`). */
export type PagePolicy = (scriptHashes: readonly string[]) => string;

/**
 * Makes the Content-Security-Policy of pages. Scripts are the site's own files and the few lines that a page was
 * rendered with; frames only the map that a visitor asks for; connections only to the site and, when configured, the
 * hosted backend and mail service. Pictures of posts may come from anywhere on https, and from the hosted backend.
 */
export function createPagePolicy({ connectTo, imagesFrom = [], isDevelopment }: PagePolicyOptions): PagePolicy {
  return (scriptHashes) =>
    [
      "default-src 'none'",
      ['script-src', "'self'", ...scriptHashes].join(' '),
      `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
      ["img-src 'self' data: blob: https:", ...imagesFrom].join(' '),
      "font-src 'self'",
      "manifest-src 'self'",
      ['connect-src', "'self'", ...connectTo].join(' '),
      'frame-src https://www.openstreetmap.org',
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      ...(isDevelopment ? [] : ["require-trusted-types-for 'script'", 'trusted-types default post-preview']),
      `report-uri ${REPORT_PATH}`,
    ].join('; ');
}

/**
 * The policy of everything that is no page: data, files, redirects. A stored file that a browser shows by itself may
 * look as it was made to look (inline styles of an SVG), and may neither run nor load anything from elsewhere.
 */
export const STATIC_POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "media-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
