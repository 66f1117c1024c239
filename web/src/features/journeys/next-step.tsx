import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { type ShownStep, StepAbout } from './steps.tsx';

interface NextStepProps {
  readonly step: ShownStep;
  readonly journeyId: number;
}

/** One step with the way to the screen on which it is done. */
export function NextStep({ step, journeyId }: NextStepProps) {
  const t = useTranslations('journeys.public');
  const navigate = useNavigate();
  const place = placeOf(step, `/journeys/${journeyId}`);
  return (
    <>
      <Text fw={600}>{step.title}</Text>
      <StepAbout step={step} />
      {place !== undefined && (
        <Button style={{ justifySelf: 'start' }} onClick={() => void navigate({ href: place.href })}>
          {t(`act.${place.kind}`)}
        </Button>
      )}
    </>
  );
}

type Doable = 'form' | 'attend_shifts' | 'hours' | 'badge' | 'profile';

/** Waiting, and what a coordinator notes, is done nowhere. */
function placeOf({ kind, config }: ShownStep, back: string): { kind: Doable; href: string } | undefined {
  const next = `next=${encodeURIComponent(back)}`;
  switch (kind) {
    case 'form':
      return { kind, href: `/forms/${Number(config['form_id'])}?${next}` };
    case 'badge':
      return { kind, href: `/badges/${Number(config['badge_id'])}?${next}` };
    case 'profile':
      return { kind, href: `/profile?${next}` };
    case 'attend_shifts':
    case 'hours':
      return {
        kind,
        href: config['program_id'] === undefined ? '/' : `/?program=${Number(config['program_id'])}`,
      };
    default:
      return undefined;
  }
}
