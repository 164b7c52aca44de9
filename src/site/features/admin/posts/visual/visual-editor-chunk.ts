/** What the chunk of the visual editor exports to the form. */
export { openContent, type UnkeptReason } from './convert/open-content.ts';
export { docToHtml } from './convert/doc-to-html.ts';
export { visualSchema } from './schema/schema.ts';
export { VisualEditor } from './visual-editor.tsx';
