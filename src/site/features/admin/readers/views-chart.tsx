import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import type { ViewsOfDay } from '#site/gateway/views.ts';

const HEIGHT = 260;

export function ViewsChart({ days, label }: { days: readonly ViewsOfDay[]; label: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const chart = drawViews(element, days);
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [days]);
  return <div ref={place} className="views-chart" role="img" aria-label={label} />;
}

function drawViews(element: HTMLElement, days: readonly ViewsOfDay[]): UPlot {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(`--color-${name}`);
  const lines = { stroke: colour('rule'), width: 1 };
  const axis = { stroke: colour('ink-soft'), font: `13px ${style.fontFamily}`, grid: lines, ticks: lines };
  const options: UPlot.Options = {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    // The days are dates, whose instants here are those of UTC.
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: { y: { range: (_, _least, most) => [0, Math.max(4, most * 1.1)] } },
    series: [{}, { stroke: colour('marigold-line'), width: 2, points: { show: days.length <= 31, size: 6 } }],
    axes: [
      { ...axis, grid: { show: false }, values: '{MMM} {D}' },
      // Views are whole numbers.
      {
        ...axis,
        size: 56,
        incrs: [1, 2, 5].flatMap((step) => [0, 1, 2, 3, 4, 5, 6].map((n) => step * 10 ** n)).toSorted((a, b) => a - b),
      },
    ],
  };
  const seconds = days.map(({ day }) => Date.parse(day) / 1000);
  return new UPlot(options, [seconds, days.map(({ views }) => views)], element);
}
