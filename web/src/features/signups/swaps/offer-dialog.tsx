import { Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { fieldErrorsOf } from '../../../ui/field-names.ts';
import { notify } from '../../../ui/notify.ts';
import { staleAfterSwap } from './stale-after-swap.ts';

interface OfferDialogProps {
  readonly shiftId: number;
  /** Members see each other’s names, so they can be named. */
  readonly canName: boolean;
  readonly close: () => void;
}

/** Offers the spot to one member, or to all. Volunteers don't see a list of members, so they name the address. */
export default function OfferDialog({ shiftId, canName, close }: OfferDialogProps) {
  const t = useTranslations('signups.swaps');
  const [to, setTo] = useState<'all' | 'one'>('all');
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');
  const offer = useApiMutation('post', '/api/v1/shifts/{id}/swaps', {
    invalidates: staleAfterSwap(shiftId),
    onSuccess: () => {
      notify.success(t('offered'), `spot ${shiftId}`);
      close();
    },
  });
  const body = {
    ...(to === 'one' && { email: email.trim() }),
    ...(message.trim() !== '' && { message: message.trim() }),
  };
  return (
    <FormDialog
      title={t('offer')}
      close={close}
      onSubmit={(event) => {
        event.preventDefault();
        offer.mutate({ path: { id: shiftId }, body });
      }}
      submitLabel={t('send')}
      isSending={offer.isPending}
      error={offer.error}
      shownFields={['email']}
    >
      <Text>{t('text')}</Text>
      {canName ? (
        <Radio.Group label={t('to')} value={to} onChange={(value) => setTo(value === 'one' ? 'one' : 'all')}>
          <Stack gap="xs" mt="xs">
            <Radio value="all" label={t('toAll')} />
            <Radio value="one" label={t('toOne')} />
          </Stack>
        </Radio.Group>
      ) : (
        <Text>{t('onlyAll')}</Text>
      )}
      {to === 'one' && (
        <TextInput
          label={t('email')}
          type="email"
          required
          maxLength={254}
          value={email}
          error={fieldErrorsOf(offer.error)['email']}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
      )}
      <Textarea
        label={t('message')}
        maxLength={1_000}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
    </FormDialog>
  );
}
