import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMe, useMembership, useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiPages } from '../../api/query.ts';
import { memberKey } from '../../api/use-member.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { KeepFocus } from '../../ui/keep-focus.tsx';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { useMomentText } from '../../ui/moment.tsx';
import { Problem } from '../../ui/problem.tsx';
import classes from '../../ui/rows.module.css';
import { PlainSection } from '../../ui/section.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';

type Note = Schemas['MemberNote'];

const stale = [memberKey, ['/api/v1/organizations/{id}/members/{user_id}/notes']] as const;

/** What coordinators want each other to know about a member. */
export function PersonNotes({ userId }: { readonly userId: number }) {
  const t = useTranslations('people.notes');
  const path = { id: useOrganizationId(), user_id: userId };
  const notes = useInfiniteQuery(
    apiPages('/api/v1/organizations/{id}/members/{user_id}/notes', { path, query: { limit: 20 } }),
  );
  return (
    <KeepFocus>
      <PlainSection title={t('title')}>
        <Stack>
          <NewNote userId={userId} />
          <CursorList query={notes} empty={<p className={classes['quiet']}>{t('none')}</p>}>
            {(rows) => (
              <ul className={classes['list']}>
                {rows.map((note) => (
                  <NoteRow key={note.id} note={note} userId={userId} />
                ))}
              </ul>
            )}
          </CursorList>
        </Stack>
      </PlainSection>
    </KeepFocus>
  );
}

function NewNote({ userId }: { readonly userId: number }) {
  const t = useTranslations('people.notes');
  const path = { id: useOrganizationId(), user_id: userId };
  const [text, setText] = useState('');
  useUnsaved(text.trim() !== '');
  const write = useApiMutation('post', '/api/v1/organizations/{id}/members/{user_id}/notes', {
    invalidates: stale,
    onSuccess: () => setText(''),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        write.mutate({ path, body: { text } });
      }}
    >
      <Stack gap="xs">
        <Textarea
          label={t('new')}
          description={t('hint')}
          autosize
          minRows={2}
          maxLength={5_000}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Problem error={write.error} />
        <Group>
          <Button type="submit" variant="default" disabled={text.trim() === ''} loading={write.isPending}>
            {t('add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NoteRow({ note, userId }: { readonly note: Note; readonly userId: number }) {
  const t = useTranslations('people.notes');
  const words = useTranslations('common.action');
  const me = useMe();
  const { may } = useMembership();
  const [text, setText] = useState<string>();
  useUnsaved(text !== undefined && text !== note.text);
  const path = { id: useOrganizationId(), user_id: userId, note_id: note.id };
  const change = useApiMutation('patch', '/api/v1/organizations/{id}/members/{user_id}/notes/{note_id}', {
    invalidates: stale,
    onSuccess: () => setText(undefined),
  });
  const remove = useApiMutation('delete', '/api/v1/organizations/{id}/members/{user_id}/notes/{note_id}', {
    invalidates: stale,
  });
  const isMine = me?.id === note.author_id;
  const at = useMomentText()(note.updated_at);
  return (
    <li className={classes['row']}>
      <Stack gap="xs" flex={1}>
        <Text size="sm" c="dimmed">
          {note.created_at === note.updated_at
            ? t('by', { name: note.author_name, at })
            : t('changedBy', { name: note.author_name, at })}
        </Text>
        {text === undefined ? (
          <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{note.text}</Text>
        ) : (
          <Textarea
            aria-label={t('text')}
            autosize
            autoFocus
            minRows={2}
            maxLength={5_000}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        <Problem error={change.error} />
        <Group gap="xs">
          {text !== undefined && (
            <>
              <Button
                disabled={text.trim() === ''}
                loading={change.isPending}
                onClick={() => change.mutate({ path, body: { text } })}
              >
                {words('save')}
              </Button>
              <Button variant="default" onClick={() => setText(undefined)}>
                {words('cancel')}
              </Button>
            </>
          )}
          {text === undefined && isMine && (
            <Button variant="subtle" aria-label={t('changeOf', { at })} onClick={() => setText(note.text)}>
              {t('change')}
            </Button>
          )}
          {text === undefined && (isMine || may('admin')) && (
            <ConfirmAction
              title={t('deleteTitle')}
              text={t('deleteText')}
              confirmLabel={t('delete')}
              isDangerous
              onConfirm={() => remove.mutateAsync({ path })}
            >
              {(ask) => (
                <Button variant="subtle" aria-label={t('deleteOf', { at })} onClick={ask}>
                  {t('delete')}
                </Button>
              )}
            </ConfirmAction>
          )}
        </Group>
      </Stack>
    </li>
  );
}
