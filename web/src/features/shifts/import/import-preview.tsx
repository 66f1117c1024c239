import { List, Stack, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useFormatter, useTranslations } from 'use-intl';
import { PreviewList } from '../templates/preview-list.tsx';

type Answer = Schemas['ImportedShifts'];

/** A preview shows that a file was understood: the first lines are enough for that. */
const mostShown = 100;

/** What an import would do, or what is wrong with its file. */
export function ImportPreview({ answer }: { readonly answer: Answer }) {
  const t = useTranslations('manageShifts.import');
  const { list } = useFormatter();
  const { created, already_there: there, problem_count: problems, ignored_columns: ignored } = answer;
  const summary =
    problems > 0
      ? t('problems', { count: problems })
      : t(created > 0 ? 'ready' : 'nothing', { count: created });
  return (
    <Stack gap="sm">
      <div role="status">
        <Text fw={600}>{summary}</Text>
        {there > 0 && <Text>{t('alreadyThere', { count: there })}</Text>}
        {ignored.length > 0 && <Text>{t('ignored', { columns: list(ignored) })}</Text>}
      </div>
      {problems > 0 ? <Problems answer={answer} /> : <Shifts answer={answer} />}
    </Stack>
  );
}

function Problems({ answer: { problems, problem_count: count } }: { readonly answer: Answer }) {
  const t = useTranslations('manageShifts.import');
  const unlisted = count - problems.length;
  return (
    <>
      <List>
        {problems.map(({ line, column, message }) => (
          <List.Item key={`${line} ${column} ${message}`}>
            <Text span fw={600}>
              {column === null ? t('line', { line }) : t('cell', { line, column })}
            </Text>{' '}
            {message}
          </List.Item>
        ))}
      </List>
      {unlisted !== 0 && <Text>{t('more', { count: unlisted })}</Text>}
    </>
  );
}

function Shifts({ answer: { items, warnings, created } }: { readonly answer: Answer }) {
  const t = useTranslations('manageShifts.import');
  const notes = Map.groupBy(warnings, ({ line }) => line);
  const shown = items
    .filter(({ status }) => status === 'created')
    // What is worth a look comes first.
    .sort((one, other) => Number(notes.has(other.line)) - Number(notes.has(one.line)))
    .slice(0, mostShown)
    .map((item) => ({
      ...item,
      id: item.line,
      notes: (notes.get(item.line) ?? []).map(({ message }) => message),
    }));
  if (shown.length === 0) return null;
  const unlisted = created - shown.length;
  return (
    <>
      <PreviewList label={t('preview')} items={shown} />
      {unlisted !== 0 && <Text>{t('more', { count: unlisted })}</Text>}
    </>
  );
}
