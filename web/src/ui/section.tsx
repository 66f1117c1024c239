import { Group, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './parts.module.css';
import rows from './rows.module.css';

interface SectionProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** One subject of a page, with its own heading. */
export function Section({ title, lead, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <div className={classes['head']}>
        <div className={classes['words']}>
          <Title order={2} id={id} className={classes['heading'] ?? ''}>
            {title}
          </Title>
          {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** The same without a frame, for pages of lists whose rows have one each. */
export function PlainSection({ title, actions, children }: Omit<SectionProps, 'lead'>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="waits-for-above">
      <Group justify="space-between" mb="sm">
        <h2 id={id} className={rows['heading']} style={{ marginBlockEnd: 0 }}>
          {title}
        </h2>
        {actions}
      </Group>
      {children}
    </section>
  );
}

/** Names and what belongs to them. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
