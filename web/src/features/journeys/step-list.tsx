import { Alert, Button, Group, List, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { ApiProblem, type FieldError } from '../../api/problem.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { useFieldNames } from '../../ui/field-names.ts';
import { FoldButton, useOpenItem } from '../../ui/foldable.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import classes from '../../ui/parts.module.css';
import { moved, Sortable } from '../../ui/sortable.tsx';
import { StepConfig } from './step-config.tsx';
import { firstConfig, newStep, type StepPlan, stepKinds } from './step-plan.ts';

interface StepListProps {
  readonly steps: readonly StepPlan[];
  readonly onChange: (steps: StepPlan[]) => void;
  /** What the API said about them. */
  readonly error: unknown;
}

export function StepList({ steps, onChange, error }: StepListProps) {
  const t = useTranslations('manageJourneys');
  const { isOpen, toggle, open } = useOpenItem();
  const nameOf = ({ title }: StepPlan) => (title.trim() === '' ? t('step.untitled') : title);
  const add = () => {
    const step = newStep();
    onChange([...steps, step]);
    open(step.key);
  };
  return (
    <>
      {steps.length === 0 && <Text c="dimmed">{t('emptySteps')}</Text>}
      <Sortable
        label={t('steps')}
        items={steps}
        itemKey={({ key }) => key}
        nameOf={nameOf}
        onMove={(from, to) => onChange(moved(steps, from, to))}
        bar={(step) => (
          <FoldButton isOpen={isOpen(step.key)} toggle={() => toggle(step.key)}>
            <Text span fw={600}>
              {nameOf(step)}
            </Text>
            <Text span size="sm" c="dimmed">
              {t(`step.kinds.${step.kind}`)}
              {!step.required && ` · ${t('step.optional')}`}
            </Text>
          </FoldButton>
        )}
      >
        {(step, index) => (
          <>
            <StepErrors errors={errorsOf(error, index)} />
            {isOpen(step.key) && (
              <StepFields
                step={step}
                onChange={(next) => onChange(steps.map((one) => (one.key === step.key ? next : one)))}
                remove={() => onChange(steps.filter((one) => one.key !== step.key))}
              />
            )}
          </>
        )}
      </Sortable>
      <div>
        <AddButton add={add}>{t('addStep')}</AddButton>
      </div>
    </>
  );
}

/** `steps.2.config.form_id` is about the third step. */
function errorsOf(error: unknown, index: number): readonly FieldError[] {
  if (!(error instanceof ApiProblem)) return [];
  return error.errors.filter(({ path }) => path.startsWith(`steps.${index}.`));
}

function StepErrors({ errors }: { readonly errors: readonly FieldError[] }) {
  const t = useTranslations('manageJourneys.step');
  const named = useTranslations('errors');
  const nameOf = useFieldNames();
  if (errors.length === 0) return null;
  return (
    <Alert color="red" role="alert" title={t('wrong')}>
      <List>
        {errors.map((one) => {
          const name = nameOf(one.path.split('.').slice(2).join('.'));
          return (
            <List.Item key={`${one.path} ${one.message}`}>
              {name === undefined ? one.message : named('named', { name, text: one.message })}
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}

interface StepFieldsProps {
  readonly step: StepPlan;
  readonly onChange: (step: StepPlan) => void;
  readonly remove: () => void;
}

function StepFields({ step, onChange, remove }: StepFieldsProps) {
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
          data={stepKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={({ currentTarget }) => {
            const next = stepKinds.find((one) => one === currentTarget.value) ?? kind;
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
            days === ''
              ? { ...step, deadline_days: null, reminder_days: null }
              : { ...step, deadline_days: days },
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
          onChange={(days) => onChange({ ...step, reminder_days: days === '' ? null : days })}
        />
      )}
    </div>
  );
}
