import { Fieldset, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { ShiftDraft } from './draft.ts';
import classes from './part.module.css';

export type ShiftForm = UseFormReturnType<ShiftDraft>;

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
