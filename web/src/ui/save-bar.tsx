import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './save-bar.module.css';

/** The buttons of a long form. While something is not saved they stay in sight, on a phone above the navigation. */
export function SaveBar({ isDirty, children }: { readonly isDirty: boolean; readonly children: ReactNode }) {
  return (
    <div className={classes['bar']} data-dirty={isDirty || undefined}>
      <Stack gap="xs">{children}</Stack>
    </div>
  );
}
