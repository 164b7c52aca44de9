import type { ReactNode } from 'react';
import * as Radix from '@radix-ui/react-tabs';

type TabsProps = {
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly { value: string; label: string; panel: ReactNode }[];
  value: string;
  onChange: (value: string) => void;
  /** `automatic`: arrow keys select the tab they move to; `manual`: Enter or Space selects. */
  activation?: 'automatic' | 'manual';
  /** Keeps inactive panels mounted but hidden, so that their form values are not lost. */
  keepsPanels?: boolean;
};

/** Tabs in the ARIA pattern: arrow keys move between tabs, Home and End go to the first and last. */
export function Tabs({ label, tabs, value, onChange, activation = 'automatic', keepsPanels = false }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange} activationMode={activation}>
      <Radix.List className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className="tab">
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className="tab-panel"
          {...(keepsPanels && { forceMount: true as const, hidden: tab.value !== value })}
        >
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
