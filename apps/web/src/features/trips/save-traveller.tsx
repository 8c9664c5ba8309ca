import { useMutation, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '@bkksiam/domain/passenger-name';
import { isSamePerson, maxTravellers, type Person } from '@bkksiam/domain/traveller';
import {
  personOf,
  travellersQuery,
  useTravellerActions,
} from '#entities/traveller/traveller-data.ts';
import { newId } from '#platform/form.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';

/** Keeps a passenger as a traveller, without typing again; nothing for one without a name or kept already. */
export function SaveTraveller({
  userId,
  person,
}: {
  readonly userId: string;
  readonly person: Person;
}) {
  const { t } = useTranslation('travellers');
  const { data: travellers } = useQuery(travellersQuery(userId));
  const { save } = useTravellerActions(userId);
  const [id] = useState(newId);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationKey: ['travellers', 'keep'],
    mutationFn: () => save({ ...person, id, nationality: null, passportExpiry: null }),
    meta: { errorToast: 'travellers:failed' },
    onSuccess() {
      showToast({ title: 'travellers:saved' });
      // The button is gone.
      document.getElementById('passengers')?.focus();
    },
  });
  if (isSuccess) {
    // Keeps the place of the button.
    return (
      <p className="flex min-h-11 items-center gap-1.5 text-ink-2 print:hidden">
        <Check className="size-4" />
        {t('saved')}
      </p>
    );
  }
  if (person.lastName === '') return null;
  if (travellers === undefined || travellers.length >= maxTravellers) return null;
  if (travellers.some((traveller) => isSamePerson(personOf(traveller), person))) return null;
  return (
    <Button
      tone="link"
      className="block! text-sm font-mid print:hidden"
      busy={isPending}
      aria-label={t('keepNamed', { name: fullName(person) })}
      onClick={() => mutate()}
    >
      {t('keep')}
    </Button>
  );
}
