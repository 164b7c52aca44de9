import { EditorState } from '@tiptap/pm/state';
import { EditorView } from '@tiptap/pm/view';
import { renderBody } from '#contract/post-body/render-body.ts';
import { docToHtml } from '#site/features/admin/posts/visual/convert/doc-to-html.ts';
import { isSamePage, openContent } from '#site/features/admin/posts/visual/convert/open-content.ts';
import { readOwnSlice } from '#site/features/admin/posts/visual/paste/insert-paste.ts';
import { visualSchema } from '#site/features/admin/posts/visual/schema/schema.ts';

/** For a page in a browser: the content after it was copied and pasted within the visual editor. */
export function copyContent(source: string): string {
  const doc = openContent(visualSchema, source).doc!;
  const view = new EditorView(null, { state: EditorState.create({ doc }) });
  const { dom } = view.serializeForClipboard(doc.slice(0, doc.content.size));
  const slice = readOwnSlice(visualSchema, dom.innerHTML, 'https://firm.example')!;
  return docToHtml(visualSchema.node('doc', null, slice.content));
}

/** For a page in a browser: the content after the visual editor, and whether readers see the same. */
export function convertContent(source: string) {
  const opened = openContent(visualSchema, source);
  const written = opened.doc ? docToHtml(opened.doc) : null;
  const elements = source.split('</').length;
  if (written === null) return { source, written, isSame: false, elements, reason: opened.reason };
  return {
    source,
    written,
    isSame: isSamePage(source, written),
    elements,
    page: renderBody(source, { table: '' }).html,
  };
}
