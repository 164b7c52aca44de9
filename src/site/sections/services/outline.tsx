/** The outline of a paper: its lines, numbered, on a sheet. */
export function Outline({ items }: { items: readonly string[] }) {
  return (
    <ol className="outline">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ol>
  );
}
