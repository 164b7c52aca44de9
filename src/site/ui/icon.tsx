/** Line drawings on a 20-unit square. The web fonts have no arrows, so every arrow of the site is one of these. */
const DRAWINGS = {
  right: 'M2.5 10h14M11.5 5l5 5-5 5',
  left: 'M17.5 10h-14M8.5 5l-5 5 5 5',
  out: 'M5 15L15.5 4.5M7.5 4.5h8v8',
  pause: 'M7 4.5v11M13 4.5v11',
  play: 'M6.5 4.5l9 5.5-9 5.5z',
  lines: 'M2 6.5h16M2 13.5h16',
  cross: 'M4.5 4.5l11 11M15.5 4.5l-11 11',
  plus: 'M10 3.5v13M3.5 10h13',
  star: 'M10 1.8l2.12 5.68 6.06.26-4.74 3.78 1.61 5.84L10 14.01l-5.05 3.35 1.61-5.84-4.74-3.78 6.06-.26z',
} as const;

export type IconName = keyof typeof DRAWINGS;

/** Hidden from assistive technology: the text beside it, or the label of its button, has the meaning. */
export function Icon({ name, className = 'icon' }: { name: IconName; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
