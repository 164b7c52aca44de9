import { use } from 'react';
import { ScriptNonce } from './script-nonce.ts';

type InlineScriptProps = { code: string; id?: string; type?: string };

/** A script or a block of data written into the page; the one character that could end it early is escaped. */
export function InlineScript({ code, id, type }: InlineScriptProps) {
  const nonce = use(ScriptNonce);
  return (
    <script id={id} type={type} nonce={nonce} dangerouslySetInnerHTML={{ __html: code.replaceAll('<', '\\u003c') }} />
  );
}
