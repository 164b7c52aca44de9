import { Entries } from './entries.tsx';
import { Section } from './section.tsx';

type NextStepsProps = {
  heading: string;
  steps: readonly { title: string; text: string }[];
  ground?: 'paper' | 'stone';
};

/** The steps that follow an enquiry, in their order. */
export function NextSteps({ heading, steps, ground }: NextStepsProps) {
  return (
    <Section heading={heading} ground={ground}>
      <Entries layout="columns" look="steps" entries={steps.map((step, index) => ({ ...step, numeral: index + 1 }))} />
    </Section>
  );
}
