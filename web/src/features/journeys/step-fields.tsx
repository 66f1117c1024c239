import { Button, Group, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from '../../ui/parts.module.css';
import { StepConfig } from './step-config.tsx';
import { firstConfig, kinds, type StepPlan } from './step-plan.ts';

interface StepFieldsProps {
  readonly step: StepPlan;
  readonly onChange: (step: StepPlan) => void;
  readonly remove: () => void;
}

export function StepFields({ step, onChange, remove }: StepFieldsProps) {
  const t = useTranslations('manageJourneys.step');
  const words = useTranslations('common.action');
  const { kind, title } = step;
  return (
    <Stack mt="xs">
      <div className={classes['two']}>
        <TextInput
          label={t('title')}
          required
          maxLength={200}
          value={title}
          onChange={({ currentTarget }) => onChange({ ...step, title: currentTarget.value })}
        />
        <NativeSelect
          label={t('kind')}
          value={kind}
          data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={({ currentTarget }) => {
            const next = kinds.find((one) => one === currentTarget.value) ?? kind;
            onChange({
              ...step,
              kind: next,
              config: firstConfig[next],
              ...(next === 'wait' && { deadline_days: null, reminder_days: null }),
            });
          }}
        />
      </div>
      <StepConfig step={step} onChange={onChange} />
      <Switch
        label={t('required')}
        description={t('requiredHint')}
        checked={step.required}
        onChange={({ currentTarget }) => onChange({ ...step, required: currentTarget.checked })}
      />
      {kind !== 'wait' && <Deadline step={step} onChange={onChange} />}
      <Group justify="flex-end">
        <Button
          variant="subtle"
          leftSection={<IconTrash size={18} aria-hidden />}
          aria-label={t('remove', { name: title === '' ? t('untitled') : title })}
          onClick={remove}
        >
          {words('remove')}
        </Button>
      </Group>
    </Stack>
  );
}

function Deadline({ step, onChange }: Omit<StepFieldsProps, 'remove'>) {
  const t = useTranslations('manageJourneys.step');
  return (
    <div className={classes['two']}>
      <NumberInput
        label={t('deadline')}
        description={t('deadlineHint')}
        min={1}
        max={3_650}
        allowDecimal={false}
        value={step.deadline_days ?? ''}
        onChange={(days) =>
          onChange(
            typeof days === 'number'
              ? { ...step, deadline_days: days }
              : { ...step, deadline_days: null, reminder_days: null },
          )
        }
      />
      {step.deadline_days !== null && step.deadline_days > 1 && (
        <NumberInput
          label={t('reminder')}
          min={1}
          max={step.deadline_days - 1}
          allowDecimal={false}
          value={step.reminder_days ?? ''}
          onChange={(days) => onChange({ ...step, reminder_days: typeof days === 'number' ? days : null })}
        />
      )}
    </div>
  );
}
