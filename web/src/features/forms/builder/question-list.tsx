import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { AddButton } from '../../../ui/add-button.tsx';
import { FoldButton, useOpenItem } from '../../../ui/foldable.tsx';
import { moved, Sortable } from '../../../ui/sortable.tsx';
import { named, newQuestion, type Question, withValidConditions } from './question.ts';
import { QuestionFields } from './question-fields.tsx';
import { useQuestionName } from './use-question-name.ts';

interface QuestionListProps {
  readonly questions: readonly Question[];
  readonly onChange: (questions: Question[]) => void;
}

export function QuestionList({ questions, onChange }: QuestionListProps) {
  const t = useTranslations('manageForms');
  const { isOpen, toggle, open } = useOpenItem();
  const nameOf = useQuestionName();
  const change = (next: readonly Question[]) => onChange(named(withValidConditions(next)));
  const add = () => {
    const question = newQuestion();
    change([...questions, question]);
    open(question.id);
  };
  const remove = (id: string) => change(questions.filter((one) => one.id !== id));
  return (
    <>
      {questions.length === 0 && <Text c="dimmed">{t('emptyFields')}</Text>}
      <Sortable
        label={t('questions')}
        items={questions}
        itemKey={({ id }) => id}
        nameOf={nameOf}
        onMove={(from, to) => change(moved(questions, from, to))}
        bar={(question) => (
          <FoldButton isOpen={isOpen(question.id)} toggle={() => toggle(question.id)}>
            <Text span fw={600}>
              {nameOf(question)}
            </Text>
            <QuestionSummary question={question} questions={questions} />
          </FoldButton>
        )}
      >
        {(question) =>
          isOpen(question.id) && (
            <QuestionFields
              question={question}
              others={questions.filter((one) => one !== question && one.condition?.question !== question.id)}
              onChange={(next) => change(questions.map((one) => (one.id === question.id ? next : one)))}
              remove={() => remove(question.id)}
            />
          )
        }
      </Sortable>
      <div>
        <AddButton add={add}>{t('addField')}</AddButton>
      </div>
    </>
  );
}

function QuestionSummary({
  question: { kind, required, condition },
  questions,
}: {
  readonly question: Question;
  readonly questions: readonly Question[];
}) {
  const t = useTranslations('manageForms.field');
  const nameOf = useQuestionName();
  const other = questions.find(({ id }) => id === condition?.question);
  const answer = condition?.answer;
  return (
    <Text span size="sm" c="dimmed">
      {[
        t(`kinds.${kind}`),
        ...(required || condition?.effect === 'require' ? [t('requiredMark')] : []),
        ...(other === undefined || answer === undefined
          ? []
          : [
              t('conditional', {
                question: nameOf(other),
                answer: typeof answer === 'string' ? answer : t(answer ? 'yes' : 'no'),
              }),
            ]),
      ].join(' · ')}
    </Text>
  );
}
