import { Button, Group, NativeSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { NumberInput } from '../../../ui/number-input.tsx';
import classes from '../../../ui/parts.module.css';
import {
  type Condition,
  canDecide,
  possibleAnswers,
  type Question,
  type QuestionKind,
  questionKinds,
} from './question.ts';
import { limitsOf } from './read-schema.ts';
import { useQuestionName } from './use-question-name.ts';

interface QuestionFieldsProps {
  readonly question: Question;
  /** Those on whose answers it may depend. */
  readonly others: readonly Question[];
  readonly onChange: (question: Question) => void;
  readonly remove: () => void;
}

/** The question as another kind: what does not belong to it is left behind. */
function asKind(question: Question, kind: QuestionKind): Question {
  const hasChoices = kind === 'choice' || kind === 'choices';
  return {
    ...question,
    kind,
    least: undefined,
    most: undefined,
    choices: hasChoices ? question.choices : [],
    widget: kind === 'paragraph' ? 'textarea' : undefined,
    required: kind === 'consent' ? true : question.required,
    extra: {},
    itemExtra: {},
  };
}

export function QuestionFields({ question, others, onChange, remove }: QuestionFieldsProps) {
  const t = useTranslations('manageForms.field');
  const words = useTranslations('common.action');
  const { kind, title } = question;
  const set = (change: Partial<Question>) => onChange({ ...question, ...change });
  return (
    <Stack mt="xs">
      <TextInput
        label={t(kind === 'consent' ? 'consentText' : 'title')}
        required
        maxLength={500}
        value={title}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <NativeSelect
        label={t('kind')}
        value={kind}
        data={questionKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={({ currentTarget }) =>
          onChange(asKind(question, questionKinds.find((one) => one === currentTarget.value) ?? kind))
        }
      />
      {(kind === 'choice' || kind === 'choices') && <Choices question={question} set={set} />}
      <Textarea
        label={t('help')}
        description={t('helpHint')}
        autosize
        minRows={1}
        value={question.help}
        onChange={({ currentTarget }) => set({ help: currentTarget.value })}
      />
      <Limits question={question} set={set} />
      {question.condition?.effect !== 'require' && (
        <Switch
          label={t('required')}
          checked={question.required}
          onChange={({ currentTarget }) => set({ required: currentTarget.checked })}
        />
      )}
      <ConditionFields question={question} others={others} onChange={onChange} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('dataName', { name: question.name })}
        </Text>
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

interface PartProps {
  readonly question: Question;
  readonly set: (change: Partial<Question>) => void;
}

function Choices({ question: { kind, choices, widget }, set }: PartProps) {
  const t = useTranslations('manageForms.field');
  return (
    <>
      <ChoiceLines value={choices} onChange={(next) => set({ choices: next })} />
      {kind === 'choice' && (
        <Switch
          label={t('asButtons')}
          checked={widget === 'radio'}
          onChange={({ currentTarget }) => set({ widget: currentTarget.checked ? 'radio' : 'select' })}
        />
      )}
    </>
  );
}

const limitNames = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'] as const;

function Limits({ question, set }: PartProps) {
  const t = useTranslations('manageForms.field');
  const [low, high] = limitsOf[question.kind].map((name) => limitNames.find((one) => one === name));
  if (low === undefined || high === undefined) return null;
  const isCount = low !== 'minimum';
  const number = (value: number | '') => (value === '' ? undefined : value);
  const input = { allowDecimal: question.kind === 'number', ...(isCount && { min: 0, max: 10_000 }) };
  return (
    <div className={classes['two']}>
      <NumberInput
        label={t(low)}
        {...input}
        value={question.least ?? ''}
        onChange={(value) => set({ least: number(value) })}
      />
      <NumberInput
        label={t(high)}
        {...input}
        {...(question.least !== undefined && { min: question.least })}
        value={question.most ?? ''}
        onChange={(value) => set({ most: number(value) })}
      />
    </div>
  );
}

/** Choices as lines of a text, which is quick to type and to paste. Empty lines and repetitions do not count. */
function ChoiceLines({
  value,
  onChange,
}: {
  readonly value: readonly string[];
  readonly onChange: (choices: string[]) => void;
}) {
  const t = useTranslations('manageForms.field');
  const [text, setText] = useState(value.join('\n'));
  return (
    <Textarea
      label={t('choices')}
      autosize
      minRows={3}
      required
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        const lines = currentTarget.value.split('\n').map((line) => line.trim());
        onChange([...new Set(lines.filter((line) => line !== ''))]);
      }}
    />
  );
}

interface ConditionFieldsProps {
  readonly question: Question;
  /** Those whose answers can be conditions. */
  readonly others: readonly Question[];
  readonly onChange: (question: Question) => void;
}

const effects = ['show', 'require'] as const;

/** Whether the question depends on the answer to an earlier one. */
function ConditionFields({ question, others, onChange }: ConditionFieldsProps) {
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
    if (first !== undefined) set({ effect, question: first.id, answer: possibleAnswers(first)[0] ?? '' });
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
  const nameOf = useQuestionName();
  const other = deciding.find(({ id }) => id === condition.question);
  const known = other === undefined ? [] : possibleAnswers(other);
  const answers = known.includes(condition.answer) ? known : [condition.answer, ...known];
  const text = (answer: string | boolean) => (typeof answer === 'string' ? answer : t(answer ? 'yes' : 'no'));
  return (
    <>
      <NativeSelect
        label={t('when')}
        value={condition.question}
        data={deciding.map((one) => ({ value: one.id, label: nameOf(one) }))}
        onChange={({ currentTarget }) => {
          const next = deciding.find(({ id }) => id === currentTarget.value);
          if (next) set({ ...condition, question: next.id, answer: possibleAnswers(next)[0] ?? '' });
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
