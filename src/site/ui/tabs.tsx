import type { ReactNode } from 'react';
import { Tabs as Radix } from 'radix-ui';

type TabsProps = {
  /** What the row of tabs chooses between. */
  label: string;
  tabs: readonly { value: string; label: string; panel: ReactNode }[];
  value: string;
  onChange: (value: string) => void;
  /** `automatic`: the arrows choose as they move; `manual`: they move only, and Enter or Space chooses. */
  activation?: 'automatic' | 'manual';
  /** Keep the other panels in the page, hidden, so that what was typed in them is not lost. */
  keepsPanels?: boolean;
};

/** Tabs in the ARIA pattern: arrows move along the row, Home and End jump to its ends. */
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
