import { Badge, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../../ui/dialog.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import type { Selection } from '../plan/use-plan.ts';
import type { Shift } from '../shift.ts';
import { staffOf } from '../spots.ts';
import { SpotsLeft, useStaffText } from '../spots-left.tsx';

interface ShiftPeekProps {
  readonly shift: Shift;
  readonly selection: Selection;
  /** Shows who is on it and who could be. */
  readonly showPeople: () => void;
  readonly close: () => void;
}

/** What a coordinator wants to know about a shift in the schedule, and where to go from there. */
export function ShiftPeek({ shift, selection, showPeople, close }: ShiftPeekProps) {
  const t = useTranslations('manageShifts');
  const { status, series_id, pending_count: pending, location, roles } = shift;
  const staffText = useStaffText();
  const params = { id: String(shift.id) };
  return (
    <Dialog title={shift.title} close={close} isDirty={false}>
      <Stack>
        <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
        {location !== '' && <Text>{location}</Text>}
        <Group gap="xs">
          {status !== 'published' && (
            <Badge variant="outline" color={status === 'draft' ? 'gray' : 'clay'} tt="none" fw={500}>
              {t(`status_.${status}`)}
            </Badge>
          )}
          {series_id !== null && (
            <Badge variant="default" tt="none" fw={500}>
              {t('series')}
            </Badge>
          )}
          {pending > 0 && (
            <Badge color="clay" variant="light" tt="none" fw={500}>
              {t('pending', { count: pending })}
            </Badge>
          )}
        </Group>
        {status !== 'cancelled' && <SpotsLeft shift={shift} isForPlanning />}
        {roles.length > 0 && (
          <List>
            {roles.map(({ id, name }) => (
              <List.Item key={id}>
                {name}: {staffText.long(staffOf(shift, name))}
              </List.Item>
            ))}
          </List>
        )}
        <Checkbox
          label={t('peek.select')}
          checked={selection.chosen.has(shift.id)}
          onChange={({ currentTarget }) => selection.choose([shift], currentTarget.checked)}
        />
        <Group justify="flex-end">
          {status !== 'cancelled' && (
            <ButtonLink to="/manage/shifts/$id/edit" params={params} variant="default">
              {t('peek.edit')}
            </ButtonLink>
          )}
          {status !== 'cancelled' && (
            <Button variant="default" onClick={showPeople}>
              {t('peek.people')}
            </Button>
          )}
          <ButtonLink to="/manage/shifts/$id" params={params} data-autofocus>
            {t('peek.open')}
          </ButtonLink>
        </Group>
      </Stack>
    </Dialog>
  );
}
