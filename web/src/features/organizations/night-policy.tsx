import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './policies.module.css';

interface Night {
  readonly night_from?: string | undefined;
  readonly night_until?: string | undefined;
}

/** From when until when minors rest. */
export function NightPolicy({
  value,
  onChange,
  inherits,
}: {
  readonly value: Night;
  readonly onChange: (value: Night) => void;
  readonly inherits: boolean;
}) {
  const t = useTranslations('manageOrganizations.policy');
  const { night_from: from = '22:00', night_until: until = '06:00' } = value;
  const isSet = value.night_from !== undefined || value.night_until !== undefined;
  return (
    <div className={classes['rule']}>
      <NativeSelect
        label={t('night.label')}
        description={t('night.hint')}
        value={isSet ? 'own' : 'inherit'}
        data={[
          { value: 'inherit', label: inherits ? t('inherit') : t('usual', { rule: t('night.usual') }) },
          { value: 'own', label: t('own') },
        ]}
        onChange={({ currentTarget }) =>
          onChange(
            currentTarget.value === 'own'
              ? { night_from: from, night_until: until }
              : { night_from: undefined, night_until: undefined },
          )
        }
      />
      {isSet && (
        <div className={classes['times']}>
          <TextInput
            type="time"
            label={t('from')}
            required
            value={from}
            onChange={({ currentTarget }) =>
              onChange({ night_from: currentTarget.value, night_until: until })
            }
          />
          <TextInput
            type="time"
            label={t('until')}
            required
            value={until}
            onChange={({ currentTarget }) => onChange({ night_from: from, night_until: currentTarget.value })}
          />
        </div>
      )}
    </div>
  );
}
