/** A rotating star with a label; under reduced motion the star does not rotate. */
export function Spinner({ label }: { label: string }) {
  return (
    <p className="spinner column" role="status">
      <span className="spinner__star" aria-hidden="true" />
      <span>{label}</span>
    </p>
  );
}
