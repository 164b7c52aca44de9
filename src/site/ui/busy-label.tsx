import { Button, type ButtonProps } from './button.tsx';

type BusyLabelProps = { isBusy: boolean; idle: string; busy: string };

/** The text of a button that changes while it works. The button is as wide as the longer text, so that it keeps its width. */
export function BusyLabel({ isBusy, idle, busy }: BusyLabelProps) {
  return (
    <span className="busy-label" data-other={isBusy ? idle : busy}>
      {isBusy ? busy : idle}
    </span>
  );
}

/** A button that says what it does while it works. */
export function BusyButton({ isBusy, idle, busy, ...button }: BusyLabelProps & Omit<ButtonProps, 'children'>) {
  return (
    <Button aria-disabled={isBusy} {...button}>
      <BusyLabel isBusy={isBusy} idle={idle} busy={busy} />
    </Button>
  );
}
