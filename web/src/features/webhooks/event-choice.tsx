import { Checkbox, Fieldset, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { apiQuery } from '../../api/query.ts';
import { Loaded } from '../../ui/states.tsx';
import { areaOf, type EventArea, rankOf } from './event-area.ts';

interface EventChoiceProps {
  readonly value: readonly string[];
  readonly onChange: (events: string[]) => void;
  readonly error?: string | undefined;
}

/** What can be heard about, by area, each with the words of the API. */
export function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const t = useTranslations('webhooks.form');
  const events = useQuery(apiQuery('/api/v1/webhooks/events'));
  return (
    <Fieldset legend={<Text fw={600}>{t('events')}</Text>} variant="unstyled">
      {error !== undefined && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {error}
        </Text>
      )}
      <Loaded query={events}>
        {({ items }) => (
          <Stack gap="lg" mt="xs">
            {byArea(items).map(([area, ofArea]) => (
              <AreaChoice key={area} area={area} events={ofArea} value={value} onChange={onChange} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Fieldset>
  );
}

/** What happens most often comes first. */
function byArea(events: readonly Schemas['WebhookEvent'][]) {
  const groups = [...Map.groupBy(events, ({ name }) => areaOf(name))];
  return groups.sort(([one], [other]) => rankOf(one) - rankOf(other));
}

interface AreaChoiceProps extends EventChoiceProps {
  readonly area: EventArea;
  readonly events: readonly Schemas['WebhookEvent'][];
}

function AreaChoice({ area, events, value, onChange }: AreaChoiceProps) {
  const t = useTranslations('webhooks');
  const names = events.map(({ name }) => name);
  const chosen = names.filter((name) => value.includes(name));
  const without = value.filter((name) => !names.includes(name));
  return (
    <Stack gap="xs">
      <Checkbox
        label={t('form.all', { area: t(`area.${area}`) })}
        fw={600}
        checked={chosen.length === names.length}
        indeterminate={chosen.length > 0 && chosen.length < names.length}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? [...without, ...names] : without)}
      />
      {events.map(({ name, description }) => (
        <Checkbox
          key={name}
          ms="lg"
          label={name}
          description={<span lang="en">{description}</span>}
          checked={value.includes(name)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...value, name] : value.filter((one) => one !== name))
          }
        />
      ))}
    </Stack>
  );
}
