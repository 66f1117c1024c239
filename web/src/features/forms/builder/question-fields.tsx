import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from '../../../ui/parts.module.css';
import { ChoiceLines } from './choice-lines.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { kinds, type Question, type QuestionKind } from './question.ts';
import { limitsOf } from './read-schema.ts';

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
        data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={({ currentTarget }) =>
          onChange(asKind(question, kinds.find((one) => one === currentTarget.value) ?? kind))
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
  const number = (value: string | number) => (typeof value === 'number' ? value : undefined);
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
        value={question.most ?? ''}
        onChange={(value) => set({ most: number(value) })}
      />
    </div>
  );
}
