import { NativeSelect, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from '../../../ui/parts.module.css';
import { answersOf, type Condition, canDecide, type Question } from './question.ts';

interface ConditionFieldsProps {
  readonly question: Question;
  /** Those whose answers can be conditions. */
  readonly others: readonly Question[];
  readonly onChange: (question: Question) => void;
}

const effects = ['show', 'require'] as const;

/** Whether the question depends on the answer to an earlier one. */
export function ConditionFields({ question, others, onChange }: ConditionFieldsProps) {
  const t = useTranslations('manageForms.field');
  const deciding = others.filter(canDecide);
  const { condition } = question;
  const set = (next: Condition | undefined) => onChange({ ...question, condition: next });
  const first = deciding.at(-1);
  if (first === undefined && condition === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {t('noConditions')}
      </Text>
    );
  }
  const choose = (value: string) => {
    const effect = effects.find((one) => one === value);
    if (effect === undefined) return set(undefined);
    if (condition !== undefined) return set({ ...condition, effect });
    if (first !== undefined) set({ effect, question: first.id, answer: answersOf(first)[0] ?? '' });
  };
  return (
    <div className={classes['filters']}>
      <NativeSelect
        label={t('condition')}
        value={condition?.effect ?? ''}
        data={[{ value: '', label: t('always') }, ...effects.map((value) => ({ value, label: t(value) }))]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {condition !== undefined && <When condition={condition} deciding={deciding} set={set} />}
    </div>
  );
}

function When({
  condition,
  deciding,
  set,
}: {
  readonly condition: Condition;
  readonly deciding: readonly Question[];
  readonly set: (condition: Condition) => void;
}) {
  const t = useTranslations('manageForms.field');
  const other = deciding.find(({ id }) => id === condition.question);
  const known = other === undefined ? [] : answersOf(other);
  const answers = known.includes(condition.answer) ? known : [condition.answer, ...known];
  const text = (answer: string | boolean) => (typeof answer === 'string' ? answer : t(answer ? 'yes' : 'no'));
  return (
    <>
      <NativeSelect
        label={t('when')}
        value={condition.question}
        data={deciding.map(({ id, title, name }) => ({ value: id, label: title || name }))}
        onChange={({ currentTarget }) => {
          const next = deciding.find(({ id }) => id === currentTarget.value);
          if (next) set({ ...condition, question: next.id, answer: answersOf(next)[0] ?? '' });
        }}
      />
      <NativeSelect
        label={t('is')}
        value={String(condition.answer)}
        data={answers.map((answer) => ({ value: String(answer), label: text(answer) }))}
        onChange={({ currentTarget }) =>
          set({ ...condition, answer: answers.find((one) => String(one) === currentTarget.value) ?? true })
        }
      />
    </>
  );
}
