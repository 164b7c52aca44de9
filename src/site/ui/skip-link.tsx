/** The first focusable element of every page. `target` is the id of the main landmark. */
export function SkipLink({ target, label }: { target: string; label: string }) {
  return (
    <a className="skip-link" href={`#${target}`}>
      {label}
    </a>
  );
}
