import { Text } from '@mantine/core';
import type { PointerEvent, ReactNode } from 'react';
import classes from './people-panel.module.css';

export type Press = PointerEvent<HTMLElement>;

interface PersonLineProps {
  readonly name: string;
  readonly about: ReactNode;
  readonly grab: (event: Press) => void;
  readonly children: ReactNode;
}

/** A person in the panel, to drag by the name. */
export function PersonLine({ name, about, grab, children }: PersonLineProps) {
  return (
    <li className={classes['person']}>
      <div className={classes['name']} onPointerDown={grab}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      </div>
      {children}
    </li>
  );
}
