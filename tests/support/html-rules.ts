import { HtmlValidate, StaticConfigLoader, type ConfigData } from 'html-validate';

/** The rules for the HTML of pages: all of html-validate's presets, without those that do not fit the site. */
const CONFIG: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // React writes `<br/>`, `hidden=""` and `charSet`, which HTML allows.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-empty-style': 'off',
    'attribute-boolean-style': 'off',
    // A list item of a carousel is named by its position.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Our own files come from the address of the page itself.
    'require-sri': ['error', { target: 'crossorigin' }],
    // The stylesheet keeps a telephone number on one line.
    'tel-non-breaking': 'off',
    // A search engine shortens a title itself; the editor of posts advises a length.
    'long-title': 'off',
  },
};

/** The rules for a document in the browser, which the browser and libraries have written to. */
const DOM_CONFIG: ConfigData = {
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:browser'],
  rules: {
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Radix hides what is behind a dialog, and keeps the focus in the dialog.
    'hidden-focusable': 'off',
    // Radix' list of toasts is `div role="region"`; the visual editor is no `textarea`, nor what it suggests a `select`.
    'prefer-native-element': ['error', { exclude: ['region', 'textbox', 'listbox'] }],
    // ProseMirror puts an `img` without address beside a picture.
    'element-required-attributes': 'off',
    // A table in the visual editor has the attributes that its post has.
    'wcag/h63': 'off',
  },
};

const validator = new HtmlValidate(new StaticConfigLoader(CONFIG));
const domValidator = new HtmlValidate(new StaticConfigLoader(DOM_CONFIG));

/** What is wrong with the HTML that the server sends for a page, a line for each error with its place. */
export const findHtmlErrors = (html: string): Promise<string[]> => listErrors(validator, html);

/** What is wrong with the HTML of a document in the browser. */
export const findDomErrors = (html: string): Promise<string[]> => listErrors(domValidator, html);

async function listErrors(by: HtmlValidate, html: string): Promise<string[]> {
  const { results } = await by.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector, line, column }) => {
      return `${line}:${column} ${selector ?? ''} ${ruleId}: ${message}`;
    }),
  );
}
