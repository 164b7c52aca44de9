/** The most common mistake, under the text of a topic. */
export function GoesWrong({ label, text }: { label: string; text: string }) {
  return (
    <p className="goes-wrong">
      <b>{label}</b> {text}
    </p>
  );
}
