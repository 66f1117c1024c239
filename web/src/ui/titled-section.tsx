import { Group } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './rows.module.css';

interface SectionProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="sm">
        <h2 id={id} className={classes['heading']} style={{ marginBlockEnd: 0 }}>
          {title}
        </h2>
        {actions}
      </Group>
      {children}
    </section>
  );
}
