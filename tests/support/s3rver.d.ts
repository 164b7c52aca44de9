declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  /** A server of S3's protocol over a folder. */
  export default class S3rver {
    constructor(options: {
      directory: string;
      silent?: boolean;
      configureBuckets?: readonly { name: string }[];
      allowMismatchedSignatures?: boolean;
    });
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
  }
}
