import { Button, Group, List, ThemeIcon, Title } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMembership } from '../../api/me.ts';
import { readStored, writeStored } from '../../browser/storage.ts';
import { TextLink } from '../../ui/links.tsx';
import { useSetup } from '../operations/index.ts';
import { type Step, stepsOf } from './steps.ts';

const storageKey = (organizationId: number) => `muster.setup.${organizationId}`;

/** The way of a new organization to its first volunteer. Goes away when all is done, or when it is dismissed. */
export function SetupChecklist() {
  const { organization } = useMembership();
  const setup = useSetup();
  const [dismissed, setDismissed] = useState<number>();
  if (organization === undefined || setup === undefined) return null;
  const { id } = organization;
  const isDismissed = dismissed === id || readStored(storageKey(id)) !== null;
  const steps = stepsOf(setup);
  if (isDismissed || steps.every(({ isDone }) => isDone)) return null;
  const dismiss = () => {
    writeStored(storageKey(id), 'dismissed');
    setDismissed(id);
  };
  return <Checklist organization={organization} steps={steps} dismiss={dismiss} />;
}

interface ChecklistProps {
  readonly organization: Schemas['MyOrganization'];
  readonly steps: readonly Step[];
  readonly dismiss: () => void;
}

function Checklist({ organization, steps, dismiss }: ChecklistProps) {
  const t = useTranslations('today.setup');
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="set-up">
      <Group justify="space-between">
        <Title order={2} id="set-up" size="h3">
          {t('title')}
        </Title>
        <Button variant="subtle" onClick={dismiss}>
          {t('dismiss')}
        </Button>
      </Group>
      <p>
        {t('lead', {
          done: steps.filter(({ isDone }) => isDone).length,
          all: steps.length,
        })}
      </p>
      <List spacing="sm" center mb="xl" style={{ overflowWrap: 'anywhere' }}>
        {steps.map((step) => (
          <List.Item key={step.name} icon={<StepIcon isDone={step.isDone} />}>
            <TextLink to={step.to} underline="always" fw={step === next ? 700 : 400}>
              {t(`step.${step.name}`, { name: organization.name, zone: organization.time_zone })}
            </TextLink>{' '}
            <span className="only-read-aloud">{t(step.isDone ? 'done' : 'open')}</span>
          </List.Item>
        ))}
      </List>
    </section>
  );
}

function StepIcon({ isDone }: Pick<Step, 'isDone'>) {
  return (
    <ThemeIcon variant={isDone ? 'filled' : 'default'} radius="xl" aria-hidden>
      {isDone ? <IconCheck size={16} /> : <IconCircle size={16} />}
    </ThemeIcon>
  );
}
