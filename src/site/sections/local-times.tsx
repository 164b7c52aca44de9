export type LocalTimesProps = {
  label: string;
  /** In the order shown: "17:42", and for machines with day and offset. */
  times: readonly { city: string; text: string; iso: string }[];
};

/** "Jaipur 17:42, Philadelphia 07:12": the time of day at the offices when the page was sent. */
export function LocalTimes({ label, times }: LocalTimesProps) {
  return (
    <p className="local-times wraps">
      <span className="local-times__label label soft">{label}</span>{' '}
      {times.map(({ city, text, iso }, index) => (
        <span key={city}>
          {`${city} `}
          <time dateTime={iso}>{text}</time>
          {index < times.length - 1 && ', '}
        </span>
      ))}
    </p>
  );
}
