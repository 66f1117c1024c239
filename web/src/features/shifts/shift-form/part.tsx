import { Fieldset, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './part.module.css';

interface PartProps {
  readonly legend: string;
  readonly children: ReactNode;
}

/** A part of a long form under its heading. */
export function Part({ legend, children }: PartProps) {
  return (
    <Fieldset legend={legend} classNames={{ legend: classes['legend'] ?? '', root: classes['root'] ?? '' }}>
      <Stack>{children}</Stack>
    </Fieldset>
  );
}
