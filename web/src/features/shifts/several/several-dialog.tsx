import { Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconCircleCheck, IconHourglass, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendChange, useTask } from '../../../api/mutation.ts';
import { staleAfterChange } from '../../../api/my-registrations.ts';
import type { FieldError } from '../../../api/problem.ts';
import { queryClient } from '../../../api/query.ts';
import { msOf } from '../../../time/calendar.ts';
import { Dialog, DialogCancel } from '../../../ui/dialog.tsx';
import { Problem, RemedyButton } from '../../../ui/problem.tsx';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import type { Shift } from '../shift.ts';

type Item = Schemas['ManySignupsResponse']['items'][number];
type Reason = Pick<FieldError, 'path' | 'message' | 'remedy'>;

/** The service decides on so many at once. */
const mostTogether = 100;

/** Each organization decides on its own shifts. What is answered is noted, also if a later request fails. */
async function signUpFor(shifts: readonly Shift[], note: (items: readonly Item[]) => void): Promise<void> {
  for (const [id, own] of Map.groupBy(shifts, ({ organization_id }) => organization_id)) {
    for (let from = 0; from < own.length; from += mostTogether) {
      const shift_ids = own.slice(from, from + mostTogether).map((shift) => shift.id);
      const change = { path: { id }, body: { shift_ids } };
      note((await sendChange('post', '/api/v1/organizations/{id}/signups', change)).items);
    }
  }
}

interface SeveralDialogProps {
  readonly shifts: readonly Shift[];
  /** Called when it closes after the shifts were sent. */
  readonly done?: () => void;
  readonly close: () => void;
}

/** Signs up for several shifts, and says what became of each. */
export default function SeveralDialog({ shifts: given, done, close }: SeveralDialogProps) {
  const t = useTranslations('shifts.several');
  const [shifts] = useState(() => given.toSorted((a, b) => msOf(a.start_time) - msOf(b.start_time)));
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const wanted = shifts.filter(({ id }) => !left.has(id));
  const [answers] = useState(() => new Map<number, Item>());
  const note = (items: readonly Item[]) => {
    for (const item of items) answers.set(item.shift_id, item);
    for (const queryKey of staleAfterChange(...items.map((item) => item.shift_id)))
      void queryClient.invalidateQueries({ queryKey });
  };
  // After an error, only the rest is sent again.
  const signUp = useTask(() =>
    signUpFor(
      wanted.filter(({ id }) => !answers.has(id)),
      note,
    ),
  );
  const leave = (id: number) =>
    setLeft((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  if (signUp.isSuccess) {
    const end = () => {
      close();
      done?.();
    };
    return (
      <Dialog title={t('result')} close={end} isDirty={false} size="lg">
        <Summary shifts={shifts} answers={answers} close={end} />
      </Dialog>
    );
  }
  return (
    <Dialog title={t('title', { count: wanted.length })} close={close} isDirty={false} size="lg">
      <Stack>
        <Stack gap="sm" role="group" aria-label={t('shifts')}>
          {shifts.map((shift) => (
            <Checkbox
              key={shift.id}
              checked={!left.has(shift.id)}
              onChange={() => leave(shift.id)}
              label={<ShiftName shift={shift} />}
            />
          ))}
        </Stack>
        <Problem error={signUp.error} />
        <Group justify="flex-end">
          <DialogCancel />
          <Button loading={signUp.isPending} disabled={wanted.length === 0} onClick={() => signUp.mutate()}>
            {t('signUp')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function ShiftName({ shift }: { readonly shift: Shift }) {
  const t = useTranslations('shifts.board');
  return (
    <>
      <Text span display="block" fw={600}>
        {shift.title || t('untitled')}
      </Text>
      <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
    </>
  );
}

const outcomes = ['active', 'pending_approval', 'waitlisted', 'unchanged', 'refused'] as const;

function outcomeOf({ status, registration }: Item): (typeof outcomes)[number] {
  if (status !== 'done') return status;
  return outcomes.find((one) => one === registration?.status) ?? 'active';
}

interface SummaryProps {
  readonly shifts: readonly Shift[];
  readonly answers: ReadonlyMap<number, Item>;
  readonly close: () => void;
}

function Summary({ shifts, answers, close }: SummaryProps) {
  const t = useTranslations('shifts.several');
  const common = useTranslations('common.action');
  // The button that sent it is gone.
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => status.current?.focus(), []);
  const items = [...answers.values()];
  const counts = outcomes.flatMap((outcome) => {
    const count = items.filter((item) => outcomeOf(item) === outcome).length;
    return count === 0 ? [] : [t(`count.${outcome}`, { count })];
  });
  return (
    <Stack>
      <Text ref={status} tabIndex={-1} role="status" fw={600}>
        {counts.join(' ')}
      </Text>
      <List spacing="sm" listStyleType="none" styles={{ itemWrapper: { alignItems: 'flex-start' } }}>
        {shifts.map((shift) => {
          const item = answers.get(shift.id);
          if (item === undefined) return null;
          const outcome = outcomeOf(item);
          return (
            <List.Item key={shift.id} icon={<OutcomeIcon outcome={outcome} />}>
              <ShiftName shift={shift} />
              {item.problem === null ? (
                <Text>
                  {t(`outcome.${outcome}`, { position: item.registration?.waitlist_position ?? 0 })}
                </Text>
              ) : (
                <Reasons shiftId={shift.id} problem={item.problem} />
              )}
            </List.Item>
          );
        })}
      </List>
      <Group justify="flex-end">
        <Button onClick={close}>{common('close')}</Button>
      </Group>
    </Stack>
  );
}

interface ReasonsProps {
  readonly shiftId: number;
  readonly problem: NonNullable<Item['problem']>;
}

/** As text: dozens of alerts would all be read out at once. */
function Reasons({ shiftId, problem: { detail, errors } }: ReasonsProps) {
  const reasons: readonly Reason[] = errors.length === 0 ? [{ path: '', message: detail }] : errors;
  return reasons.map(({ path, message, remedy }) => (
    <div key={`${path} ${message}`}>
      <Text c="var(--mantine-color-error)">{message}</Text>
      {remedy && <RemedyButton remedy={remedy} next={`/shifts/${shiftId}?then=sign-up`} my="xs" />}
    </div>
  ));
}

function OutcomeIcon({ outcome }: { readonly outcome: (typeof outcomes)[number] }) {
  if (outcome === 'refused') return <IconX size={20} aria-hidden />;
  const isThere = outcome === 'active' || outcome === 'unchanged';
  return isThere ? <IconCircleCheck size={20} aria-hidden /> : <IconHourglass size={20} aria-hidden />;
}
