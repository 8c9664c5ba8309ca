import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { maxTravellers } from '@bkksiam/domain/traveller';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { OneNameNote } from '#entities/traveller/one-name.tsx';
import {
  personOf,
  travellersQuery,
  useTravellerActions,
  type Traveller,
} from '#entities/traveller/traveller-data.ts';
import { Warnings } from '#entities/traveller/passenger-warnings.tsx';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { useLanguage } from '#platform/i18n.ts';
import { focusHeading, pageHeading, useChange } from '#platform/page-changes.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { useUser } from '#platform/session.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { Card } from '#ui/parts/card.tsx';
import { countryName } from './country-field.tsx';
import { passengerName } from './booking-data.ts';
import { TravellerForm } from './traveller-form.tsx';

/** Birth date, nationality and passport, as far as they are known. */
function Details({ traveller }: { readonly traveller: Traveller }) {
  const { t } = useTranslation('travellers');
  const language = useLanguage();
  const { birth_date: born, nationality, passport_ending: ending } = traveller;
  const expiry = traveller.passport_expires_on;
  const dayText = (day: string) => calendarDayText(day, language) ?? day;
  const texts = [
    ...(born === null ? [] : [t('born', { day: dayText(born) })]),
    ...(nationality === null ? [] : [countryName(nationality, language)]),
    ...(ending === null ? [] : [t('passport.shown', { ending })]),
    ...(expiry === null ? [] : [t('passport.until', { day: dayText(expiry) })]),
  ];
  const isExpired = expiry !== null && expiry < bangkokToday();
  return (
    <>
      <p className="flex flex-wrap gap-x-5 text-sm text-ink-2">
        {texts.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
      <Warnings texts={isExpired ? [t('passport.expired')] : []} />
    </>
  );
}

interface RowProps {
  readonly traveller: Traveller;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

function Row({ traveller, onChange, onDelete }: RowProps) {
  const { t } = useTranslation('travellers');
  const name = passengerName(traveller);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 px-5 py-3 sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-strong wrap-anywhere" translate="no">
          {name}
        </p>
        <OneNameNote names={personOf(traveller)} />
        <Details traveller={traveller} />
      </div>
      <div className="flex gap-5">
        <Button tone="link" aria-label={t('changeNamed', { name })} onClick={onChange}>
          {t('change')}
        </Button>
        <Button
          tone="link"
          className="text-red!"
          aria-label={t('deleteNamed', { name })}
          onClick={onDelete}
        >
          {t('delete')}
        </Button>
      </div>
    </li>
  );
}

/** Asks before a traveller is deleted: the number of a passport cannot be brought back. */
function DeleteTraveller({
  userId,
  traveller,
  onClose,
}: {
  readonly userId: string;
  readonly traveller: Traveller;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('travellers');
  const { remove } = useTravellerActions(userId);
  const { mutate, isPending, isIdle } = useMutation({
    mutationKey: ['travellers', 'delete'],
    mutationFn: () => remove(traveller.traveller_id),
    meta: { errorToast: 'travellers:deleteFailed' },
    onSuccess: () => showToast({ title: 'travellers:deleted' }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      onCancel={onClose}
      onConfirm={() => mutate()}
      title={t('deleteTitle', { name: passengerName(traveller) })}
      text={t('deleteText')}
      confirmLabel={t('delete')}
      cancelLabel={t('deleteBack')}
      busy={isPending}
      focusAfter={() => (isIdle ? undefined : pageHeading())}
    />
  );
}

function RowSkeletons() {
  return Array.from({ length: 3 }, (_, index) => (
    <div key={index} className="border-b border-line px-6 py-4 last:border-b-0">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="mt-2 h-4 max-w-80" />
    </div>
  ));
}

interface ListProps {
  readonly userId: string;
  readonly onAdd: () => void;
  readonly onChange: (traveller: Traveller) => void;
}

function TravellerList({ userId, onAdd, onChange }: ListProps) {
  const { t } = useTranslation('travellers');
  const query = useQuery(travellersQuery(userId));
  const [deleted, setDeleted] = useState<Traveller>();
  const { data } = query;
  const isFull = data !== undefined && data.length >= maxTravellers;
  const addButton = (
    <Button onClick={onAdd}>
      <Plus className="size-5" />
      {t('add')}
    </Button>
  );
  return (
    <>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {data === undefined && (
          <QueryFallback query={query} failed={t('loadFailed')}>
            <RowSkeletons />
          </QueryFallback>
        )}
        {data?.length === 0 && (
          <EmptyState
            picture={<EmptyPicture of="bookings" />}
            title={t('empty')}
            text={<Phrases text={t('emptyText')} />}
            action={addButton}
          />
        )}
        {data !== undefined && data.length > 0 && (
          <ul aria-label={t('title')} className="divide-y divide-line">
            {data.map((traveller) => (
              <Row
                key={traveller.traveller_id}
                traveller={traveller}
                onChange={() => onChange(traveller)}
                onDelete={() => setDeleted(traveller)}
              />
            ))}
          </ul>
        )}
      </div>
      {data !== undefined && data.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
          {!isFull && addButton}
          <p className="text-sm text-ink-2">
            {isFull ? t('fullText') : t('count', { count: data.length, most: maxTravellers })}
          </p>
        </div>
      )}
      {deleted && (
        <DeleteTraveller
          userId={userId}
          traveller={deleted}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  );
}

/** What the form is open for: a traveller, or a new one. */
type Edited = { readonly traveller: Traveller | undefined } | undefined;

function Travellers({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('travellers');
  const [edited, setEdited] = useState<Edited>();
  useChange(edited, () => {
    if (edited === undefined) focusHeading();
    else document.getElementById('traveller')?.focus();
  });
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      {edited === undefined ? (
        <TravellerList
          userId={userId}
          onAdd={() => setEdited({ traveller: undefined })}
          onChange={(traveller) => setEdited({ traveller })}
        />
      ) : (
        <Card
          id="traveller"
          title={edited.traveller === undefined ? t('add') : passengerName(edited.traveller)}
        >
          <TravellerForm
            userId={userId}
            traveller={edited.traveller}
            onClose={() => setEdited(undefined)}
          />
        </Card>
      )}
    </>
  );
}

export const loader = pageLoader(({ userId }) =>
  userId === null ? [] : [travellersQuery(userId)],
);

/** The travellers that the member has saved for the passengers of bookings. */
export function Component() {
  const user = useUser();
  return user && <Travellers key={user.id} userId={user.id} />;
}
