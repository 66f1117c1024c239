import { Alert, Button, List, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { ApiProblem, type Fault } from '../../api/problem.ts';
import { useFieldWords } from '../../ui/field-errors.ts';
import { FoldButton } from '../../ui/foldable.tsx';
import { moved, Sortable } from '../../ui/sortable.tsx';
import { useOpenItem } from '../../ui/use-open-item.ts';
import { StepFields } from './step-fields.tsx';
import { newStep, type StepPlan } from './step-plan.ts';

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
            <StepFaults faults={faultsOf(error, index)} />
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
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          {t('addStep')}
        </Button>
      </div>
    </>
  );
}

/** `steps.2.config.form_id` is about the third step. */
function faultsOf(error: unknown, index: number): readonly Fault[] {
  if (!(error instanceof ApiProblem)) return [];
  return error.errors.filter(({ path }) => path.startsWith(`steps.${index}.`));
}

function StepFaults({ faults }: { readonly faults: readonly Fault[] }) {
  const t = useTranslations('manageJourneys.step');
  const named = useTranslations('errors');
  const words = useFieldWords();
  if (faults.length === 0) return null;
  return (
    <Alert color="red" title={t('wrong')}>
      <List>
        {faults.map((fault) => {
          const name = words.name(fault.path.split('.').slice(2).join('.'));
          const text = words.text(fault);
          return (
            <List.Item key={`${fault.path} ${fault.message}`}>
              {name === undefined ? text : named('named', { name, text })}
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}
