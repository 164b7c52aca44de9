/** The address and the keys of a bucket in an S3-compatible store. */
export type S3Settings = {
  /** Origin of the store's API. */
  endpoint: string;
  region: string;
  bucket: string;
  /** What the keys of this site begin with: empty, or a path that ends with a slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export const STORAGE_URL_FORM =
  's3://key:secret@host:port/bucket/prefix?region=…&tls=true, with @ # / ? % + in key and secret percent-encoded, and ' +
  'only letters without accents, digits, dots, hyphens and underscores in bucket and prefix';

const DEFAULT_REGION = 'us-east-1';
/** Bucket names of S3; some stores also allow capitals and underscores. */
const BUCKET = /^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/;
const PREFIX = /^[\w.-]+(\/[\w.-]+)*$/;
const PARAMETERS: ReadonlySet<string> = new Set(['region', 'tls']);

/** Parses STORAGE_URL: `s3://key:secret@host[:port]/bucket[/prefix][?region=…][&tls=false]`. */
export function parseStorageUrl(text: string): S3Settings | 'invalid' {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || !url.host || url.hash !== '') return 'invalid';
  const [bucket = '', ...path] = url.pathname.slice(1).replace(/\/$/, '').split('/');
  const accessKeyId = decode(url.username);
  const secretAccessKey = decode(url.password);
  const tls = url.searchParams.get('tls') ?? 'true';
  const prefix = path.join('/');
  if (!accessKeyId || !secretAccessKey || !BUCKET.test(bucket) || !/^(true|false)$/.test(tls)) return 'invalid';
  if ([...url.searchParams.keys()].some((name) => !PARAMETERS.has(name))) return 'invalid';
  if (prefix !== '' && !PREFIX.test(prefix)) return 'invalid';
  return {
    endpoint: `${tls === 'true' ? 'https' : 'http'}://${url.host}`,
    region: url.searchParams.get('region') || DEFAULT_REGION,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    accessKeyId,
    secretAccessKey,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
