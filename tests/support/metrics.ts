/** The values of Prometheus' text format by name and labels, such as `http_requests_total{service="rest",status="200"}`. */
export function readMetrics(text: string): ReadonlyMap<string, number> {
  const values = text.split('\n').flatMap((line): [string, number][] => {
    const [, series, value] = /^([a-z][^ ]*(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
    return series === undefined ? [] : [[series, Number(value)]];
  });
  return new Map(values);
}

/** The sum of the series of a metric whose labels include `labels`. */
export function sumOf(values: ReadonlyMap<string, number>, name: string, ...labels: string[]): number {
  const series = [...values].filter(
    ([key]) => key.replace(/\{.*/, '') === name && labels.every((label) => key.includes(label)),
  );
  return series.reduce((sum, [, value]) => sum + value, 0);
}
