/** An uploaded file. */
export type Attachment = {
  address: string;
  alt: string;
  /** HTML. */
  caption: string;
  /** The id of the post that it was uploaded to. */
  parent: string;
};

/** What a body with shortcodes became. */
export type WithoutShortcodes = {
  html: string;
  /** The names of the shortcodes that were left out. */
  leftOut: string[];
};

type Marker = { at: number; end: number; name: string; attributes: string; isClosing: boolean };

const MARKER =
  // redos-disable-next-line -- each try ends at the next bracket
  /\[(\/?)([a-z][\w-]*)((?:\s[^[\]]*)?)\]/gi;
/** Those of WordPress itself and of its most used plugins that may stand without attributes. */
const KNOWN = new Set([
  'gallery',
  'contact-form',
  'playlist',
  'sitemap',
  'more',
  'toc',
  'embed',
  'caption',
  'recent-posts',
]);

/**
 * Replaces WordPress' shortcodes: `[caption]`, `[gallery]`, `[embed]`, `[audio]` and `[video]` become HTML, the markers of
 * others are removed and their content stays. Text in brackets that is no shortcode, such as `[1]`, is kept; `[[name]]`
 * stands for `[name]`. `attachments` are the uploaded files by their ids, and `post` is the id of the post.
 */
export function replaceShortcodes(
  body: string,
  attachments: ReadonlyMap<string, Attachment>,
  post: string,
): WithoutShortcodes {
  const leftOut = new Set<string>();
  const markers = findMarkers(body);
  let html = '';
  let from = 0;
  for (const [n, marker] of markers.entries()) {
    if (marker.at < from) continue;
    html += body.slice(from, marker.at);
    const next = markers[n + 1];
    const closing = next?.isClosing && next.name === marker.name ? next : undefined;
    const inner = closing ? body.slice(marker.end, closing.at) : '';
    const replaced = replace(marker, inner, { attachments, post });
    if (replaced === null) leftOut.add(marker.name);
    else html += replaced;
    from = replaced !== null && closing ? closing.end : marker.end;
  }
  const unescaped = (html + body.slice(from))
    // redos-disable-next-line -- each try ends at the next bracket
    .replaceAll(/\[(\[\/?[a-z][^[\]]*\])\]/gi, '$1');
  return { html: unescaped, leftOut: [...leftOut] };
}

function findMarkers(body: string): Marker[] {
  const all = Array.from(body.matchAll(MARKER), (match): Marker => {
    const [raw, slash = '', name = '', attributes = ''] = match;
    return {
      at: match.index,
      end: match.index + raw.length,
      name: name.toLowerCase(),
      attributes,
      isClosing: slash !== '',
    };
  });
  const closed = new Set(all.filter(({ isClosing }) => isClosing).map(({ name }) => name));
  return all.filter(({ at, end, name, attributes, isClosing }) => {
    const isEscaped = body[at - 1] === '[' && body[end] === ']';
    return !isEscaped && (isClosing || closed.has(name) || KNOWN.has(name) || /[\w-]=["'\w]/.test(attributes));
  });
}

/** The HTML in place of a shortcode, or null where only its marker is removed. */
function replace({ name, attributes, isClosing }: Marker, inner: string, uploads: Uploads): string | null {
  if (isClosing) return null;
  if (name === 'caption' || name === 'wp_caption') return figure(inner, attributeOf(attributes, 'caption'));
  if (name === 'embed' && inner.trim()) return link(inner.trim());
  if (name === 'audio' || name === 'video') {
    const address = ['src', 'mp4', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav'].map((one) =>
      attributeOf(attributes, one),
    );
    return link(address.find(Boolean) ?? inner.trim());
  }
  return name === 'gallery' ? gallery(attributes, uploads) : null;
}

type Uploads = { attachments: ReadonlyMap<string, Attachment>; post: string };

const PICTURE_NAME = /\.(?:jpe?g|png|gif|webp|avif)$/i;

/** The pictures with the ids, else those that were uploaded to the post. */
function gallery(attributes: string, { attachments, post }: Uploads): string | null {
  const ids = attributeOf(attributes, 'ids') ?? attributeOf(attributes, 'include');
  const parent = attributeOf(attributes, 'id') ?? post;
  const shown =
    ids === null
      ? [...attachments.values()].filter((one) => one.parent === parent && PICTURE_NAME.test(one.address))
      : ids.split(',').flatMap((id) => attachments.get(id.trim()) ?? []);
  const figures = shown.map(({ address, alt, caption }) =>
    figureOf(`<img src="${quote(address)}" alt="${quote(alt)}">`, caption),
  );
  return figures.length > 0 ? figures.join('\n') : null;
}

const PICTURE = /^\s*(?:<a\s[^<>]*>\s*)?<img\s[^<>]*>(?:\s*<\/a>)?/i;

function figure(inner: string, caption: string | null): string | null {
  const picture = PICTURE.exec(inner)?.[0];
  if (!picture) return null;
  return figureOf(picture.trim(), caption ?? inner.slice(picture.length).trim());
}

const figureOf = (picture: string, caption: string): string =>
  `<figure>${picture}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`;

function link(address: string): string | null {
  return /^https?:\/\/\S+$/i.test(address) ? `<p><a href="${quote(address)}">${quote(address)}</a></p>` : null;
}

const ATTRIBUTE =
  // redos-disable-next-line -- only the last quote of each kind may be followed to the end
  /\s([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;

function attributeOf(attributes: string, name: string): string | null {
  const found = Array.from(attributes.matchAll(ATTRIBUTE));
  const match = found.find(([, key]) => key?.toLowerCase() === name);
  return match ? (match[2] ?? match[3] ?? match[4] ?? null) : null;
}

const quote = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
