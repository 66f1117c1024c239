import { NativeSelect, Text, Textarea } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { useJourneyChoices, useProgramChoices } from '../../api/use-choices.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import classes from '../../ui/parts.module.css';

type Criteria = Schemas['BadgeCriteria'];
const kinds = ['manual', 'shifts', 'hours', 'streak', 'journey'] as const;

/** What each kind begins with. */
const first: Readonly<Record<Criteria['type'], Partial<Criteria>>> = {
  manual: {},
  shifts: { threshold: 1 },
  hours: { threshold: 10 },
  streak: { threshold: 4, unit: 'week' },
  journey: { threshold: 1 },
};

interface CriteriaFieldsProps {
  readonly value: Criteria;
  readonly onChange: (value: Criteria) => void;
}

export function CriteriaFields({ value, onChange }: CriteriaFieldsProps) {
  const t = useTranslations('manageBadges');
  const { type, narrative } = value;
  return (
    <>
      <NativeSelect
        label={t('how')}
        description={t(`kindHint.${type}`)}
        value={type}
        data={kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        onChange={({ currentTarget }) => {
          const kind = kinds.find((one) => one === currentTarget.value) ?? 'manual';
          onChange({ type: kind, ...first[kind], ...(narrative !== undefined && { narrative }) });
        }}
      />
      {type !== 'manual' && (
        <>
          <div className={classes['two']}>
            <Measure value={value} onChange={onChange} />
          </div>
          <Text size="sm" c="dimmed">
            {t('automatic')}
          </Text>
        </>
      )}
      <Textarea
        label={t('narrative')}
        description={t('narrativeHint')}
        autosize
        minRows={2}
        maxLength={2_000}
        value={narrative ?? ''}
        onChange={({ currentTarget }) => onChange(withOptional(value, 'narrative', currentTarget.value))}
      />
    </>
  );
}

/** With the field, or without it where it is empty. */
function withOptional(criteria: Criteria, name: keyof Criteria, value: string | number): Criteria {
  const { [name]: _, ...rest } = criteria;
  return (value === '' ? rest : { ...rest, [name]: value }) as Criteria;
}

function Measure({ value, onChange }: CriteriaFieldsProps) {
  const t = useTranslations('manageBadges');
  const { type } = value;
  if (type === 'manual') return null;
  return (
    <>
      {!(type === 'journey' && value.journey_id !== undefined) && (
        <NumberInput
          label={t(`threshold.${type}`)}
          required
          min={type === 'hours' ? 0.25 : type === 'streak' ? 2 : 1}
          max={type === 'streak' ? 520 : 100_000}
          allowDecimal={type === 'hours'}
          value={value.threshold ?? ''}
          onChange={(next) => onChange(withOptional(value, 'threshold', next))}
        />
      )}
      {type === 'streak' && (
        <NativeSelect
          label={t('unit')}
          value={value.unit ?? 'week'}
          data={(['week', 'month'] as const).map((unit) => ({ value: unit, label: t(unit) }))}
          onChange={({ currentTarget }) => onChange(withOptional(value, 'unit', currentTarget.value))}
        />
      )}
      {type === 'journey' ? (
        <JourneyChoice value={value} onChange={onChange} />
      ) : (
        <ProgramChoice value={value} onChange={onChange} />
      )}
    </>
  );
}

function ProgramChoice({ value, onChange }: CriteriaFieldsProps) {
  const t = useTranslations('manageBadges');
  const programs = useProgramChoices();
  return (
    <NativeSelect
      label={t('program')}
      value={value.program_id ?? ''}
      data={[
        { value: '', label: t('anyProgram') },
        ...programs.map((one) => ({ value: String(one.value), label: one.label })),
      ]}
      onChange={({ currentTarget: { value: id } }) =>
        onChange(withOptional(value, 'program_id', id === '' ? '' : Number(id)))
      }
    />
  );
}

/** One journey, or a number of any: one excludes the other. */
function JourneyChoice({ value, onChange }: CriteriaFieldsProps) {
  const t = useTranslations('manageBadges');
  const journeys = useJourneyChoices();
  return (
    <NativeSelect
      label={t('journey')}
      value={value.journey_id ?? ''}
      data={[
        { value: '', label: t('anyJourney') },
        ...journeys.map((one) => ({ value: String(one.value), label: one.label })),
      ]}
      onChange={({ currentTarget: { value: id } }) => {
        const { journey_id: _, threshold: __, ...rest } = value;
        onChange(id === '' ? { ...rest, threshold: 1 } : { ...rest, journey_id: Number(id) });
      }}
    />
  );
}
