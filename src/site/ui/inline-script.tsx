import { use } from 'react';
import { ScriptNonce } from './script-nonce.ts';

type InlineScriptProps = { code: string; id?: string; type?: string };

/** An inline script or data block. `<` is escaped, so that the content cannot close the element. */
export function InlineScript({ code, id, type }: InlineScriptProps) {
  const nonce = use(ScriptNonce);
  return (
    <script id={id} type={type} nonce={nonce} dangerouslySetInnerHTML={{ __html: code.replaceAll('<', '\\u003c') }} />
  );
}
