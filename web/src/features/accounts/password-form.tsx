import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { useMe } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { hasCode } from '../../api/problem.ts';
import classes from '../../ui/card.module.css';
import { useFieldErrors } from '../../ui/field-errors.ts';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';

export function PasswordForm() {
  const t = useTranslations('accounts.settings');
  const me = useMe();
  const form = useForm({ initialValues: { current_password: '', new_password: '' } });
  const fieldErrors = useFieldErrors();
  useUnsaved(form.isDirty());
  const change = useApiMutation('post', '/api/v1/me/password', { invalidates: [['/api/v1/me/sessions']] });
  const save = (values: typeof form.values) =>
    change.mutate(
      { body: values },
      {
        onSuccess: () => {
          form.reset();
          notify.success(t('passwordChanged'));
        },
        onError: (error) => {
          form.setErrors(
            hasCode(error, 'invalid_credentials')
              ? { current_password: t('passwordWrong') }
              : fieldErrors(error),
          );
        },
      },
    );
  const isAtField = Object.keys(form.errors).length > 0;
  return (
    <section className={classes['section']} aria-labelledby="password">
      <h2 id="password" className={classes['heading']}>
        {t('password')}
      </h2>
      <form onSubmit={form.onSubmit(save)}>
        <Stack maw="26rem">
          <input type="hidden" name="username" autoComplete="username" value={me?.email ?? ''} readOnly />
          <PasswordInput
            label={t('passwordNow')}
            autoComplete="current-password"
            required
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label={t('passwordNew')}
            description={t('passwordHint')}
            autoComplete="new-password"
            minLength={8}
            required
            {...form.getInputProps('new_password')}
          />
          {!isAtField && <Problem error={change.error} />}
          <div>
            <Button type="submit" variant="default" loading={change.isPending}>
              {t('passwordChange')}
            </Button>
          </div>
        </Stack>
      </form>
    </section>
  );
}
