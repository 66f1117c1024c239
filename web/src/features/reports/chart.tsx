import type { ReactNode } from 'react';
import classes from './chart.module.css';

interface Bar {
  readonly key: string;
  readonly name: string;
  readonly value: number;
  readonly before: number;
  /** The value, short. */
  readonly label: string;
  /** Both values in words. */
  readonly text: string;
}

interface ChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** What the two bars of a pair are called. */
  readonly legend: readonly [now: string, before: string];
  /** The same numbers as a table. */
  readonly children: ReactNode;
  readonly tableLabel: string;
}

/** Pairs of bars: now, and a year earlier. A list for those who hear it, with the table below for those who count. */
export function Chart({ title, bars, legend, children, tableLabel }: ChartProps) {
  const highest = Math.max(...bars.flatMap(({ value, before }) => [value, before]), 1);
  const height = (value: number) => ({ blockSize: `${Math.round((9 * 16 * value) / highest)}px` });
  return (
    <figure className={classes['chart']}>
      <figcaption>
        <h3 className={classes['title']}>{title}</h3>
      </figcaption>
      <ol className={classes['pairs']} aria-label={title}>
        {bars.map((bar) => (
          <li key={bar.key} className={classes['pair']}>
            <span className="only-read-aloud">{bar.text}</span>
            <span className={classes['bars']} aria-hidden title={bar.text}>
              <span className={classes['before']} style={height(bar.before)} />
              <span className={classes['labeled']}>
                <span className={classes['value']}>{bar.value > 0 && bar.label}</span>
                <span className={classes['now']} style={height(bar.value)} />
              </span>
            </span>
            <span className={classes['name']} aria-hidden>
              {bar.name}
            </span>
          </li>
        ))}
      </ol>
      <div className={classes['legend']} aria-hidden>
        <span className={classes['key']}>
          <span className={classes['now']} />
          {legend[0]}
        </span>
        <span className={classes['key']}>
          <span className={classes['before']} />
          {legend[1]}
        </span>
      </div>
      <details className={classes['table']}>
        <summary>{tableLabel}</summary>
        <div className={classes['scroller']} data-scrolls>
          {children}
        </div>
      </details>
    </figure>
  );
}
