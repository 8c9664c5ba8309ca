import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { forgetChosenFlight } from '#entities/offer/chosen-flight.ts';
import { bookedOfferQuery } from '#entities/offer/offer-data.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { useFailureText } from '#platform/failure-text.ts';
import { newId, useAppForm } from '#platform/form.ts';
import { logRejection } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { Alert } from '#ui/feedback.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { cardClass } from '#ui/parts/card.tsx';
import { FlightForm } from './flight-form.tsx';
import type { OfferProps } from './flight-itinerary.tsx';
import { askForOffer } from './hold-data.ts';

/** Made once for a form, the key makes a request that is sent again after a lost answer one request. */
const schema = z.object({ notes: z.string(), key: z.string() });

interface AskAgencyProps extends OfferProps {
  readonly user: User;
}

function useAskForm({ user, flightId, offer }: AskAgencyProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [defaultValues] = useState(() => ({ notes: '', key: newId() }));
  return useAppForm({
    schema,
    defaultValues,
    draftKey: `ask ${flightId}`,
    send: ({ key, notes }) => askForOffer(offer.id, key, notes),
    async onSuccess(id) {
      forgetChosenFlight(flightId);
      showToast({ title: 'hold:ask.sent', description: 'hold:ask.sentText' });
      await client.invalidateQueries({ queryKey: requestKeys.ofMember(user.id) });
      logRejection('the request could not be opened', navigate(pages.request.href(id)));
    },
    onError({ code }) {
      if (code !== 'conflict') return;
      const { queryKey } = bookedOfferQuery(flightId);
      logRejection('the offer could not be loaded', client.refetchQueries({ queryKey }));
    },
  });
}

/** Asks the agency for flights whose airline holds no seats: the request has them with their price. */
export function AskAgency(props: AskAgencyProps) {
  const { t } = useTranslation(['hold', 'common']);
  const failureText = useFailureText();
  const { field, busy, succeeded, failure, onSubmit } = useAskForm(props);
  const canAsk = existsWith(settings().features, pages.requestForm);
  const submit =
    canAsk && !props.isGone
      ? { text: t('ask.submit'), short: t('ask.short'), busy: busy || succeeded }
      : undefined;
  return (
    <FlightForm
      {...props}
      onSubmit={onSubmit}
      submit={submit}
      note={canAsk ? t('ask.note') : t('airline.notHoldable')}
      failure={
        failure !== null &&
        failure.code !== 'conflict' && (
          <Alert title={t('ask.failed')}>
            {failure.code === 'PT429' ? t('ask.tooMany') : failureText(failure)}
          </Alert>
        )
      }
    >
      {canAsk && (
        <div className={cardClass}>
          <TextArea
            {...field('notes')}
            label={t('common:members.booking.notes')}
            hint={t('ask.notesHint')}
            rows={3}
            maxLength={1000}
          />
        </div>
      )}
    </FlightForm>
  );
}
