import { type ReactElement, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DEFAULT_LIGHT } from '#site/art/light-context.ts';
import { firmForm } from '#site/content/words-form.ts';
import type { PublicPath } from '#site/route-table.ts';
import { typedWords, WORDS_ID } from './drafts.ts';
import { markWords } from './marks.ts';
import type { FieldNotes, PageViewProps } from './page-view-context.ts';
import { markupOf, patch, renderPage } from './render-page.ts';

/** The widths in which the page is shown, in CSS pixels. */
const DEVICES = { phone: 375, desktop: 1280 } as const;
type Device = keyof typeof DEVICES;

const { view: words } = firmForm;

/** The page with the words in the form: it follows each letter, shows the field with the focus, and leads to its fields. */
export function PageView({
  elementOf,
  page,
  path,
  values,
  title,
  onChoose,
  onNotes,
}: PageViewProps & { elementOf: (path: PublicPath) => ReactElement }) {
  const [device, setDevice] = useState<Device>(() => (matchMedia('(width >= 68.75rem)').matches ? 'desktop' : 'phone'));
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const shown = useDeferredValue(values);
  const field = useFocusedField(shown);
  useEffect(() => {
    try {
      const marked = markWords(page.schema, typedWords(page.schema, shown));
      setBody(renderPage(() => elementOf(path), { name: page.name, ...marked }));
      setFailed(false);
    } catch {
      // Something is typed halfway, such as the name of a time zone: the page stays as it was.
      setFailed(true);
    }
  }, [elementOf, page, path, shown]);
  return (
    <section className="page-view" aria-label={words.heading(title)}>
      <div className="page-view__bar row">
        <div className="mode-switch framed" role="group" aria-label={words.widths}>
          {(['phone', 'desktop'] as const).map((name) => (
            <button key={name} type="button" aria-pressed={device === name} onClick={() => setDevice(name)}>
              {words[name]}
            </button>
          ))}
        </div>
        <p className="small soft" role="status">
          {hasFailed ? words.failed : words.hint}
        </p>
      </div>
      <div className="page-view__stage framed">
        {(['phone', 'desktop'] as const).map((name) => (
          <DeviceFrame
            key={name}
            title={words.frame(title, words[name])}
            width={DEVICES[name]}
            isShown={device === name}
            body={body}
            field={field}
            onChoose={onChoose}
            {...(name === 'phone' && { onNotes })}
          />
        ))}
      </div>
    </section>
  );
}

/** The path of the field of the form that has, or last had, the focus. A moved item keeps the focus at another path. */
function useFocusedField(values: object): string {
  const [field, setField] = useState('');
  useEffect(() => setField((last) => fieldOf(document.activeElement) || last), [values]);
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => setField((last) => fieldOf(target as Element) || last);
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return field;
}

/** The buttons of an item show the item. */
const fieldOf = (element: Element | null): string =>
  element?.id.startsWith(`${WORDS_ID}-`) ? element.id.slice(WORDS_ID.length + 1).replace(/\.(?:up|down)$/, '') : '';

type DeviceFrameProps = Pick<PageViewProps, 'title' | 'onChoose'> & {
  width: number;
  isShown: boolean;
  body: HTMLElement | null;
  field: string;
  onNotes?: PageViewProps['onNotes'];
};

/**
 * A document as wide as a device, scaled down to the place that it has. It has no scripts, and inherits the policy of the
 * dashboard, which allows no inline ones. In a sandbox without scripts WebKit would not call the listener for clicks.
 */
function DeviceFrame({ title, width, isShown, body, field, onChoose, onNotes }: DeviceFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document | null>(null);
  const measure = useEffectEvent(() => page && onNotes?.(measureHeadings(page)));
  const choose = useEffectEvent(onChoose);

  useEffect(() => {
    // React would convert it to a string, which Trusted Types reject.
    if (frame.current) (frame.current as { srcdoc: string | TrustedHTML }).srcdoc = emptyPage();
  }, []);
  const fillFrame = (): void => {
    const opened = frame.current?.contentDocument;
    // Some browsers fire load for the initial blank page too.
    if (opened?.URL !== 'about:srcdoc') return;
    addStyles(opened);
    setPage(opened);
  };

  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      // Menus and questions open; links and buttons do nothing.
      const target = event.target as Element;
      if (!target.closest('summary')) event.preventDefault();
      const chosen = target.closest('[data-field]')?.getAttribute('data-field')?.split(' ')[0];
      if (chosen) choose(chosen);
    };
    const resized = new ResizeObserver(() => measure());
    page?.addEventListener('click', onClick, true);
    if (page) resized.observe(page.body);
    return () => {
      resized.disconnect();
      page?.removeEventListener('click', onClick, true);
    };
  }, [page]);

  useEffect(() => {
    const stage = frame.current?.parentElement;
    if (!stage) return undefined;
    const resized = new ResizeObserver(() =>
      frame.current?.style.setProperty('--scale', String(Math.min(1, stage.clientWidth / width))),
    );
    resized.observe(stage);
    return () => resized.disconnect();
  }, [width]);

  useEffect(() => {
    if (!page || !body) return;
    patch(page.body, page.importNode(body, true));
    measure();
    showField(page, field);
  }, [page, body, field]);

  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- its document is written here
    <iframe
      ref={frame}
      className="page-view__frame"
      title={title}
      data-hidden={!isShown || undefined}
      data-width={width}
      onLoad={fillFrame}
    />
  );
}

/** A link that is followed in spite of everything, by the middle button, opens a window of its own. */
const emptyPage = () =>
  markupOf(
    <html lang="en-IN" data-light={DEFAULT_LIGHT}>
      <head>
        <base target="_blank" />
      </head>
      <body />
    </html>,
  );

const MARKS = `
  [data-field] { cursor: text; }
  [data-field]:hover { outline: 1px dashed var(--color-marigold-line); outline-offset: 4px; }
  [data-shown] { outline: 3px solid var(--color-marigold-line) !important; outline-offset: 4px; }
`;

/** The stylesheet of all public pages, which the dashboard has too, and how fields are marked. */
function addStyles(page: Document): void {
  for (const sheet of document.querySelectorAll('link[data-precedence=page]')) page.head.append(sheet.cloneNode());
  const view = page.defaultView;
  if (!view) return;
  const marks = new view.CSSStyleSheet();
  marks.replaceSync(MARKS);
  page.adoptedStyleSheets = [marks];
}

/** How far below the top of the page a field is shown, as a part of its height, and how much the header covers there. */
const SHOWN_AT = 0.3;
const HEADER_PX = 88;

/** Marks where the text of a field is, or all texts of a list or a group, and scrolls there if the first is out of view. */
function showField(page: Document, field: string): void {
  for (const element of page.querySelectorAll('[data-shown]')) element.removeAttribute('data-shown');
  const view = page.defaultView;
  if (!field || !view) return;
  const isIn = (path: string): boolean => path === field || path.startsWith(`${field}.`);
  const places = [...page.querySelectorAll('[data-field]')].filter(
    (element) => element.getAttribute('data-field')?.split(' ').some(isIn) && element.checkVisibility(),
  );
  for (const element of places) element.setAttribute('data-shown', '');
  const [first] = places;
  if (!first) return;
  const { top, bottom } = first.getBoundingClientRect();
  if (top >= HEADER_PX && bottom <= view.innerHeight) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  view.scrollBy({ top: top - view.innerHeight * SHOWN_AT, behavior: isCalm ? 'instant' : 'smooth' });
}

/** In a grid of entries `dt` are headings. */
const HEADINGS = ':is(h1, h2, h3, dt):is([data-field], :has([data-field]))';
/** The most lines that a heading may have on a phone. */
const MOST_LINES = 3;

/** The fields whose headings are too long for the page as it is laid out. */
function measureHeadings(page: Document): FieldNotes {
  const notes: Record<string, string> = {};
  for (const heading of page.querySelectorAll(HEADINGS)) {
    const content = page.createRange();
    content.selectNodeContents(heading);
    const height = parseFloat(getComputedStyle(heading).lineHeight);
    const lines = Math.round(content.getBoundingClientRect().height / height);
    const place = heading.matches('[data-field]') ? heading : heading.querySelector('[data-field]');
    const field = place?.getAttribute('data-field')?.split(' ')[0];
    if (field && lines > MOST_LINES) notes[field] = words.lines(lines);
  }
  return notes;
}
