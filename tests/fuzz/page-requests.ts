import fc from 'fast-check';
import { ENQUIRY_FIELDS } from '#contract/forms/enquiry.ts';
import { PUBLIC_ROUTES } from '../support/routes.ts';
import { type FuzzRequest, jsonBody, noise, search, anyText } from './request.ts';

const STRANGE = ['//evil.example/', '/%5cevil.example/', '/x/..//evil.example/', '/%0a/x/', '/blog/%00', '/%', '/%ff'];
const MORE_STRANGE = ['/.well-known/x', '/Admin', '/AUTH', '/blog/page/2', '/sitemap.xml', '/rss.xml', '/robots.txt'];
const path = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...PUBLIC_ROUTES, '/auth', '/admin', '/assets/x.js') },
  { weight: 3, arbitrary: fc.constantFrom(...STRANGE, ...MORE_STRANGE) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...PUBLIC_ROUTES), noise.map(encodeURIComponent))
      .map(([base, end]) => `${base}/${end}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('/share/', '/blog/category/', '/blog/'), anyText.map(encodeURIComponent))
      .map((parts) => parts.join('')),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('/', '/./', '/../')
      .chain((unit) => fc.integer({ min: 1, max: 3000 }).map((n) => unit.repeat(n))),
  },
);
const form = fc
  .dictionary(fc.constantFrom('name', 'email', 'phone', 'message', 'website', 'opened'), anyText, { maxKeys: 6 })
  .map((fields) => new URLSearchParams(fields).toString());

/** Requests of pages by any caller, and forms sent to them. */
export const pageRequest: fc.Arbitrary<FuzzRequest> = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
    path,
    query: search(['page', 'q', 'sent', '_data', '_routes', 'index', 'category']),
    caller: fc.constant('none' as const),
    headers: fc.dictionary(
      fc.constantFrom('Accept', 'Accept-Encoding', 'If-None-Match', 'X-Forwarded-Host', 'Cookie', 'Origin'),
      fc.constantFrom('*/*', 'br', 'gzip;q=0', 'evil.example', 'a=b', 'text/x-script', '"x"', 'https://evil.example'),
      { maxKeys: 3 },
    ),
    body: form,
  })
  .map(({ path: at, query, body, ...rest }) => {
    const isForm = rest.method === 'POST' || rest.method === 'PUT';
    return {
      ...rest,
      target: `${at}${query}`,
      headers: { ...rest.headers, ...(isForm && { 'Content-Type': 'application/x-www-form-urlencoded' }) },
      body: isForm ? body : null,
    };
  });

const PARAMS = ['to_name', 'check', ...Object.values(ENQUIRY_FIELDS).map(({ variable }) => variable)];

/** Requests to the EmailJS endpoint. */
export const mailRequest: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    fc.constantFrom('POST', 'POST', 'GET', 'PUT'),
    fc.dictionary(fc.constantFrom(...PARAMS), anyText, { maxKeys: 6 }),
    jsonBody(['service_id', 'template_id', 'user_id', 'template_params']),
    fc.boolean(),
  )
  .map(([method, template_params, other, isRight]) => {
    const right = { service_id: 'embedded', template_id: 'enquiry', user_id: 'india-going-global', template_params };
    return {
      method,
      target: '/api/v1.0/email/send',
      caller: 'none' as const,
      headers: { 'Content-Type': 'application/json' },
      body: method === 'GET' ? null : isRight ? JSON.stringify(right) : other,
    };
  });
