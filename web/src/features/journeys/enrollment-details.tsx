import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { useAskBeforeClose } from '../../ui/dialog.tsx';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Loaded } from '../../ui/states.tsx';
import { EnrollmentStep } from './enrollment-step.tsx';

type Enrollment = Schemas['Enrollment'];
type Line = Schemas['EnrollmentLine'];

interface EnrollmentDetailsProps {
  readonly line: Line;
  readonly journey: Schemas['Journey'];
  readonly close: () => void;
}

/** How far one person is, and what a coordinator can note for them. */
export function EnrollmentDetails({ line, journey, close }: EnrollmentDetailsProps) {
  const common = useTranslations('common.action');
  const { ask, isAsking, watch } = useAskBeforeClose(close);
  const enrollment = useQuery(
    apiQuery('/api/v1/journeys/{id}/enrollments/{enrollment_id}', {
      path: { id: journey.id, enrollment_id: line.id },
    }),
  );
  return (
    <Drawer
      opened
      onClose={ask}
      closeOnEscape={!isAsking}
      trapFocus={!isAsking}
      position="right"
      size="lg"
      title={line.user_name}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Loaded query={enrollment}>
        {(data) => (
          <Stack {...watch}>
            <Upgrade enrollment={data} newest={journey.version} />
            <Stack component="ol" gap="sm" m={0} p={0}>
              {data.steps.map((step) => (
                <EnrollmentStep key={step.step_id} step={step} enrollment={data} />
              ))}
            </Stack>
            {data.status === 'active' && <Withdraw enrollment={data} name={line.user_name} />}
          </Stack>
        )}
      </Loaded>
    </Drawer>
  );
}

const stale = [
  ['/api/v1/journeys/{id}/enrollments'],
  ['/api/v1/journeys/{id}/enrollments/{enrollment_id}'],
] as const;

function Upgrade({ enrollment, newest }: { readonly enrollment: Enrollment; readonly newest: number }) {
  const t = useTranslations('manageJourneys.people');
  const upgrade = useApiMutation('post', '/api/v1/journeys/{id}/enrollments/{enrollment_id}/upgrade', {
    invalidates: stale,
  });
  const { id, journey_id, version, status } = enrollment;
  if (status !== 'active' || version >= newest) return null;
  return (
    <Stack gap="xs">
      <Text>{t('upgradeHint', { version, newest })}</Text>
      <Group>
        <Button
          variant="default"
          loading={upgrade.isPending}
          onClick={() => upgrade.mutate({ path: { id: journey_id, enrollment_id: id } })}
        >
          {t('upgrade')}
        </Button>
      </Group>
      <Problem error={upgrade.error} />
    </Stack>
  );
}

function Withdraw({ enrollment, name }: { readonly enrollment: Enrollment; readonly name: string }) {
  const t = useTranslations('manageJourneys.people');
  const withdraw = useApiMutation('post', '/api/v1/journeys/{id}/enrollments/{enrollment_id}/withdraw', {
    invalidates: stale,
  });
  const path = { id: enrollment.journey_id, enrollment_id: enrollment.id };
  return (
    <ConfirmAction
      title={t('withdrawTitle', { name })}
      text={t('withdrawText')}
      confirmLabel={t('withdraw')}
      isDangerous
      onConfirm={() => withdraw.mutateAsync({ path, body: {} })}
    >
      {(ask) => (
        <Button variant="subtle" onClick={ask}>
          {t('withdraw')}
        </Button>
      )}
    </ConfirmAction>
  );
}
