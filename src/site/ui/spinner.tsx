/** A turning star of the lattice while something is awaited; under reduced motion it stands still and the words remain. */
export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <p className="spinner" role="status">
      <span className="spinner__star" aria-hidden="true" />
      <span>{label}</span>
    </p>
  );
}
