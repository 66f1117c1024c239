import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { apiQuery } from '../../../api/query.ts';
import { deviceZone } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import { ComeBack } from '../../../ui/come-back.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { AnswerForm } from '../answer-form.tsx';
import { FormFields } from '../form-fields.tsx';
import { useSubmission } from '../use-submission.ts';

type Form = Schemas['Form'];
const route = getRouteApi('/forms/$id');

export function FillFormPage() {
  const t = useTranslations('forms');
  const { id } = route.useParams();
  const form = useQuery(apiQuery('/api/v1/forms/{id}', { path: { id: Number(id) } }));
  const mine = useQuery(apiQuery('/api/v1/me/submissions', { query: { limit: 200 } }));
  const before = mine.data?.items.find(({ form_id }) => form_id === Number(id));
  const { title, description } = form.data ?? {};
  return (
    <Page title={title ?? t('title.fill')} lead={description || undefined} width="narrow">
      <Loaded query={form}>
        {(data) => (
          <Loaded query={mine}>{() => <Filling key={data.id} form={data} before={before} />}</Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface FillingProps {
  readonly form: Form;
  readonly before: Schemas['MySubmission'] | undefined;
}

function Filling({ form, before }: FillingProps) {
  const t = useTranslations('forms.fill');
  const { next } = route.useSearch();
  const submission = useSubmission(form.id);
  if (submission.isSuccess) return <Sent next={next} />;
  if (form.status !== 'published') return <EmptyState title={t('closed')} />;
  if (before !== undefined && form.resubmission === 'once') return <SentBefore before={before} next={next} />;
  return (
    <AnswerForm form={form} before={before} submission={submission}>
      <Group>
        <Button type="submit" loading={submission.isPending}>
          {t(before === undefined ? 'submit' : 'submitAgain')}
        </Button>
        <ComeBack next={next} label={t('back')} variant="subtle" />
      </Group>
    </AnswerForm>
  );
}

function Sent({ next }: { readonly next: string | undefined }) {
  const t = useTranslations('forms.fill');
  return (
    <EmptyState
      title={t('doneTitle')}
      text={t('sent')}
      icon={<IconCircleCheck size={40} stroke={1.5} aria-hidden />}
      action={
        next === undefined ? (
          <ButtonLink to="/me/forms">{t('toMine')}</ButtonLink>
        ) : (
          <ComeBack next={next} label={t('back')} variant="filled" />
        )
      }
    />
  );
}

/** A form that may be sent once: what was said then, by the questions that stood there then. */
function SentBefore({
  before,
  next,
}: {
  readonly before: Schemas['MySubmission'];
  readonly next: string | undefined;
}) {
  const t = useTranslations('forms.fill');
  const times = useTimes();
  const { form_id: id, form_version: version, answers, submitted_at: at } = before;
  const asked = useQuery(apiQuery('/api/v1/forms/{id}/versions/{version}', { path: { id, version } }));
  return (
    <Stack>
      <Alert color="pine" icon={<IconCircleCheck aria-hidden />}>
        <Text>{t('sentOnce', { date: times.format('dayAndYear', at, deviceZone) })}</Text>
      </Alert>
      <Loaded query={asked}>
        {({ schema, ui }) => (
          <FormFields schema={schema} ui={ui} value={answers ?? {}} onChange={() => {}} readOnly />
        )}
      </Loaded>
      <ComeBack next={next} label={t('back')} variant="filled" />
    </Stack>
  );
}
