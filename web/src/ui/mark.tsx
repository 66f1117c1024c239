import type { ReactNode } from 'react';
import classes from './parts.module.css';

export type Tone = 'good' | 'quiet' | 'attention' | 'bad';

/** A state in one word; the color only underlines it. */
export function Mark({ tone = 'quiet', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className={classes['mark']} data-tone={tone}>
      {children}
    </span>
  );
}
