type InlineScriptProps = { code: string; id?: string; type?: string };

/** A script or a block of data written into the page; the one character that could end it early is escaped. */
export function InlineScript({ code, id, type }: InlineScriptProps) {
  return <script id={id} type={type} dangerouslySetInnerHTML={{ __html: code.replaceAll('<', '\\u003c') }} />;
}
