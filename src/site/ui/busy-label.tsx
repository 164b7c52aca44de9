type BusyLabelProps = { isBusy: boolean; idle: string; busy: string };

/** The text of a button that changes while it works. The button is as wide as the longer text, so that it keeps its width. */
export function BusyLabel({ isBusy, idle, busy }: BusyLabelProps) {
  return (
    <span className="busy-label" data-other={isBusy ? idle : busy}>
      {isBusy ? busy : idle}
    </span>
  );
}
