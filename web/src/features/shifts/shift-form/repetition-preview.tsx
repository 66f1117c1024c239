import { Alert, Button, Checkbox, SimpleGrid, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { dayKey } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import type { ShiftDraft } from './draft.ts';
import { datesOf, horizonDays, mostOccurrences } from './recurrence.ts';
import { useRepetitionWords } from './repetition-words.ts';

interface RepetitionPreviewProps {
  readonly draft: ShiftDraft;
  readonly skip: (dates: readonly string[]) => void;
}

const shownAtFirst = 8;
/** The rule may have 500 characters; each skipped day takes nine of them. */
const mostSkipped = 40;

/** The series in words and as dates, each of which can be left out: the holiday, the day of the move. */
export function RepetitionPreview({ draft, skip }: RepetitionPreviewProps) {
  const t = useTranslations('manageShifts.repeat');
  const times = useTimes();
  const words = useRepetitionWords();
  const [isAll, setAll] = useState(false);
  const { repetition, date, time_zone: zone } = draft;
  const dates = useMemo(() => datesOf(repetition, date, dayKey(Date.now(), zone)), [repetition, date, zone]);
  const { skipped } = repetition;
  const shown = isAll ? dates : dates.slice(0, shownAtFirst);
  const toggle = (day: string, isKept: boolean) =>
    skip(isKept ? skipped.filter((one) => one !== day) : [...skipped, day]);
  return (
    <Alert color="pine" variant="light" title={words.sentence(repetition, date)}>
      <Text role="status" mb="xs">
        {t('made', { count: dates.length - skipped.length })}{' '}
        {repetition.ends === 'never' && t('horizon', { days: horizonDays })}
        {dates.length >= mostOccurrences && t('most', { count: mostOccurrences })}
      </Text>
      <SimpleGrid
        cols={{ base: 1, xs: 2, sm: 3 }}
        spacing={6}
        verticalSpacing={6}
        role="group"
        aria-label={t('dates')}
      >
        {shown.map((day) => (
          <Checkbox
            key={day}
            py={6}
            label={times.format('dayYear', `${day}T12:00:00Z`, 'UTC')}
            checked={!skipped.includes(day)}
            disabled={skipped.length >= mostSkipped && !skipped.includes(day)}
            onChange={({ currentTarget }) => toggle(day, currentTarget.checked)}
          />
        ))}
      </SimpleGrid>
      {dates.length > shown.length && (
        <Button variant="subtle" mt="xs" onClick={() => setAll(true)}>
          {t('showAll', { count: dates.length })}
        </Button>
      )}
    </Alert>
  );
}
