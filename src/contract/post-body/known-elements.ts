/** Names of elements that HTML, SVG, MathML or Office programs define and posts may not contain. */
const NAMES =
  // HTML
  'html head body title base link meta style script noscript template slot iframe frame frameset noframes object embed ' +
  'applet param audio video source track canvas picture map area portal form fieldset legend label input button select ' +
  'option optgroup datalist textarea output progress meter details summary dialog menu menuitem article section nav ' +
  'aside header footer main address hgroup search h1 h5 h6 center font big tt strike acronym dir blink marquee nobr ' +
  'basefont bgsound keygen isindex listing plaintext xmp noembed multicol spacer col colgroup bdi bdo data time dfn kbd ' +
  'samp var ins del ruby rb rt rtc rp wbr image ' +
  // SVG and MathML
  'svg g path rect circle ellipse line polyline polygon text tspan defs use symbol clippath mask pattern marker filter ' +
  'lineargradient radialgradient stop foreignobject animate animatetransform animatemotion set desc math mi mn mo ms ' +
  'mtext mrow mfrac msqrt mroot mstyle msub msup msubsup munder mover mtable mtr mtd mglyph annotation annotation-xml';

const KNOWN = new Set(NAMES.split(' '));

/** Such as `o:p` of Word; a web address has no such prefix. */
const OFFICE_PREFIX = /^(?:o|v|w|m|x|st1):/;

/** Whether a tag of this name, in lower case, is markup although posts may not contain it. */
export function isKnownElement(name: string): boolean {
  return KNOWN.has(name) || OFFICE_PREFIX.test(name);
}
