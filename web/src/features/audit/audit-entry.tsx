import { Group, Text } from '@mantine/core';
import { auditObjectTypes, type Schemas } from '@muster/client';
import type { Messages } from 'use-intl';
import { useTranslations } from 'use-intl';
import { TextLink } from '../../ui/links.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useReasonText } from '../../ui/reason-text.ts';
import classes from './audit.module.css';
import { actorKinds } from './audit-search.ts';
import { type Difference, differencesOf, isNothing } from './difference.ts';
import { useValueText } from './use-value-text.ts';
import { fieldText, pageOf } from './words.ts';

type Entry = Schemas['AuditRow'];
type FieldName = keyof Messages['audit']['field'];

/** One line of the log; what changed unfolds below it. */
export function AuditEntry({ entry }: { readonly entry: Entry }) {
  const t = useTranslations('audit.list');
  const object = useObjectText(entry);
  const action = useActionText(entry.action);
  const page = pageOf(entry);
  const actor = useActorText(entry);
  const reasonText = useReasonText();
  const { subject_user_id: subject, actor_id, actor_kind, reason } = entry;
  const isAboutOther = subject !== null && !(actor_kind === 'person' && subject === actor_id);
  const differences = differencesOf(entry.before, entry.after);
  return (
    <li className={classes['entry']}>
      <Group gap="xs" justify="space-between">
        <Text fw={600} title={entry.action}>
          {action}
        </Text>
        <Text size="sm" c="dimmed">
          <Moment at={entry.created_at} />
        </Text>
      </Group>
      <Group gap="xs">
        <span>{actor}</span>
        <Mark>{page === undefined ? object : <TextLink to={page}>{object}</TextLink>}</Mark>
        {isAboutOther && (
          <Text span c="dimmed">
            {t('concerning', { name: entry.subject_name ?? t('by.person', { id: String(subject) }) })}
          </Text>
        )}
      </Group>
      {reason !== null && <Text>{t('reason', { reason: reasonText(reason) })}</Text>}
      {differences.length > 0 && <Changes entry={entry} differences={differences} />}
    </li>
  );
}

/** A log may be older or newer than this app: what has no words is shown by its name. */
function useActionText(action: Entry['action']): string {
  const t = useTranslations('audit.action');
  return t.has(action) ? t(action) : action;
}

function useFieldText(): (path: string) => string {
  const t = useTranslations('audit.field');
  return (path) => fieldText(path, (name) => (t.has(name as FieldName) ? t(name as FieldName) : undefined));
}

function useObjectText({ object_type, object_id }: Entry): string {
  const t = useTranslations('audit');
  const known = auditObjectTypes.find((one) => one === object_type);
  const object = known === undefined ? object_type : t(`object.${known}`);
  return object_id === null ? object : t('list.objectNumber', { object, id: String(object_id) });
}

function useActorText({ actor_kind, actor_id, actor_name }: Entry): string {
  const t = useTranslations('audit.list.by');
  const kind = actorKinds.find((one) => one === actor_kind) ?? 'system';
  return actor_name ?? t(kind, { id: String(actor_id ?? '') });
}

function Changes({
  entry,
  differences,
}: {
  readonly entry: Entry;
  readonly differences: readonly Difference[];
}) {
  const t = useTranslations('audit.list');
  const fieldOf = useFieldText();
  const textOf = useValueText(entry.object_type, fieldOf);
  return (
    <details className={classes['details']}>
      <summary>{t('changes')}</summary>
      <table className={classes['changes']}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row" title={field}>
                {fieldOf(field)}
              </th>
              <td>
                <Value text={isNothing(before) ? undefined : textOf(field, before)} as="del" />
              </td>
              <td>
                <Value text={isNothing(after) ? undefined : textOf(field, after)} as="ins" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm" c="dimmed">
        {t('request', { id: entry.request_id })}
      </Text>
    </details>
  );
}

function Value({ text, as: Tag }: { readonly text: string | undefined; readonly as: 'del' | 'ins' }) {
  const t = useTranslations('audit.list');
  if (text === undefined) return <span className={classes['nothing']}>{t('nothing')}</span>;
  return <Tag>{text}</Tag>;
}
