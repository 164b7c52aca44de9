import { Extension, markInputRule, nodeInputRule, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core';

/** What turns into formatting while it is typed: `## `, `- `, `1. `, `> `, three backticks, `---`, `**b**`, `_i_`. */
export const MarkdownKeys = Extension.create({
  name: 'markdownKeys',
  addInputRules() {
    const { nodes, marks } = this.editor.schema;
    const block = (find: RegExp, name: string) => {
      const type = nodes[name];
      return type ? [textblockTypeInputRule({ find, type })] : [];
    };
    const wrap = (find: RegExp, name: string) => {
      const type = nodes[name];
      return type ? [wrappingInputRule({ find, type })] : [];
    };
    const mark = (find: RegExp, name: string) => {
      const type = marks[name];
      return type ? [markInputRule({ find, type })] : [];
    };
    return [
      ...block(/^##\s$/, 'h2'),
      ...block(/^###\s$/, 'h3'),
      ...block(/^####\s$/, 'h4'),
      ...block(/^```\s?$/, 'pre'),
      ...wrap(/^\s*[-*+]\s$/, 'ul'),
      ...wrap(/^\s*1[.)]\s$/, 'ol'),
      ...wrap(/^\s*>\s$/, 'blockquote'),
      ...(nodes['hr'] ? [nodeInputRule({ find: /^(?:---|—-|\*\*\*)\s?$/, type: nodes['hr'] })] : []),
      // redos-disable-next-line -- the text before the caret in one paragraph, at most 500 characters
      ...mark(/(?:^|\s)(\*\*(?!\s+\*\*)((?:[^*]+))\*\*)$/, 'strong'),
      // redos-disable-next-line -- as above
      ...mark(/(?:^|\s)(_(?!\s+_)((?:[^_]+))_)$/, 'em'),
      // redos-disable-next-line -- as above
      ...mark(/(?:^|[^`])(`([^`]+)`)$/, 'code'),
    ];
  },
});
