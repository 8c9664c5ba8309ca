import { useTranslation } from 'react-i18next';
import { requestNumber } from '@bkksiam/domain/request-number';
import { RequestStatusChip, RouteCodes, useRouteText } from '#entities/request/request-parts.tsx';
import { RowLink } from '#list/list-row-link.tsx';
import type { SelectedItem } from '#list/selected-item.ts';
import { CopyableText } from '#platform/copy-text.tsx';
import { classNames } from '#ui/class-names.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { DialogTitle } from '#ui/dialog.tsx';
import { EmailText } from '#ui/email-text.tsx';
import { Phrases } from '#ui/phrases.tsx';
import type { AdminRequest } from './requests-data.ts';

/** The short number of a request, which a press copies. */
export function CopyNumber({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const number = requestNumber(id);
  return (
    <CopyableText
      text={number}
      label={t('admin.requests.copy', { number })}
      done={{ title: 'admin.requests.copied', values: { number } }}
      className="-mx-2 min-h-9 px-2 font-mid pointer-coarse:min-h-11"
    />
  );
}

/** The route of a request, which opens it. */
function RequestLink({
  request,
  selected,
}: {
  readonly request: Pick<AdminRequest, 'quote_id' | 'origin' | 'destination'>;
  readonly selected: SelectedItem;
}) {
  const routeText = useRouteText();
  return (
    <RowLink
      selected={selected}
      id={request.quote_id}
      className="inline-block min-h-11 align-middle hover:text-teal md:min-w-32 dense:min-h-0 dense:min-w-0"
    >
      <RouteCodes
        route={request}
        className="text-lg leading-[1.4] whitespace-nowrap dense:text-md dense:leading-9"
      />
      <span className="block text-sm text-ink-2 dense:sr-only">
        <Phrases text={routeText(request)} />
      </span>
    </RowLink>
  );
}

/** The title of a request's drawer; the heading takes the focus when its form is closed. */
export function RequestTitle({
  request,
  routeText,
}: {
  readonly request: Parameters<typeof RequestLink>[0]['request'];
  /** By default the names that the site has for the airports. */
  readonly routeText?: string | undefined;
}) {
  const textOf = useRouteText();
  return (
    <>
      <DialogTitle>
        <span id="request-heading" tabIndex={-1}>
          <RouteCodes route={request} className="text-lg leading-[1.4] whitespace-nowrap" />
        </span>
      </DialogTitle>
      <p className="text-sm text-ink-2">
        <Phrases text={routeText ?? textOf(request)} />
      </p>
    </>
  );
}

/** The name and the address of a request's member. */
function Member({
  request: { full_name: name, email },
}: {
  readonly request: Pick<AdminRequest, 'full_name' | 'email'>;
}) {
  return (
    <>
      <span className="font-mid md:block md:min-w-32 md:dense:inline">{name}</span>{' '}
      <span
        className={classNames(
          'text-sm text-ink-2',
          name !== null && 'block dense:hidden min-[100rem]:dense:ml-2 min-[100rem]:dense:inline',
        )}
      >
        <EmailText address={email ?? ''} />
      </span>
    </>
  );
}

type ListedRequest = Parameters<typeof RequestLink>[0]['request'] &
  Parameters<typeof Member>[0]['request'];

/** The first columns of a list of requests. */
export function useRequestColumns<Row extends ListedRequest>(
  selected: SelectedItem,
): readonly TableColumn<Row>[] {
  const { t } = useTranslation();
  return [
    {
      header: t('admin.requests.column.number'),
      wide: true,
      phone: 'brief',
      cell: ({ quote_id: id }) => <CopyNumber id={id} />,
    },
    {
      header: t('field.route'),
      phone: 'main',
      cell: (request) => <RequestLink request={request} selected={selected} />,
    },
    {
      header: t('admin.requests.field.user_id'),
      sortBy: 'full_name',
      breaks: true,
      cell: (request) => <Member request={request} />,
    },
  ];
}

/** The last column of a list of requests. */
export function useStatusColumn<Row extends Pick<AdminRequest, 'status'>>(): TableColumn<Row> {
  const { t } = useTranslation();
  return {
    header: t('field.status'),
    sortBy: 'status',
    phone: 'corner',
    cell: ({ status }) => <RequestStatusChip status={status} show="hidden" />,
  };
}
