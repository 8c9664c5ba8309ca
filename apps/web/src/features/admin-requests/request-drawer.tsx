import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { useLanguage } from '#platform/i18n.ts';
import { Passengers } from '#entities/request/request-parts.tsx';
import { BangkokTime } from '#entities/calendar/bangkok-time.tsx';
import { CopyNumber } from './request-cells.tsx';
import { Drawer } from '#list/drawer.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import { LoadedItem } from '#list/list-item.tsx';
import { listItemQuery } from '#list/list-query.ts';
import type { SelectedRow } from '#list/use-selected-row.ts';
import { RequestTitle } from './request-cells.tsx';
import { RequestHistory } from './request-history.tsx';
import { RequestMember } from './request-summary.tsx';
import { nextStatusId, RequestStatus } from './request-status.tsx';
import { requestList, type AdminRequest } from './requests-data.ts';

function Facts({ request }: { readonly request: AdminRequest }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <FactList
      layout="columns"
      facts={[
        { name: t('admin.requests.field.user_id'), value: <RequestMember request={request} /> },
        {
          name: t('admin.requests.field.dep_date'),
          value: <time dateTime={request.dep_date}>{weekdayText(request.dep_date, language)}</time>,
        },
        { name: t('field.passengers'), value: <Passengers quote={request} /> },
        {
          name: t('admin.requests.field.created_at'),
          value: <BangkokTime at={request.created_at} />,
        },
        { name: t('admin.requests.lastChange'), value: <BangkokTime at={request.updated_at} /> },
        {
          name: t('admin.requests.number'),
          value: (
            <>
              <CopyNumber id={request.quote_id} />
              <span className="block text-sm text-ink-2">{request.quote_id}</span>
            </>
          ),
        },
      ]}
    />
  );
}

/** The selected request beside the list: status, facts and history. M goes to the button for the next status. */
export function RequestDrawer({ item }: { readonly item: SelectedRow<AdminRequest> }) {
  const { t } = useTranslation();
  const { id, known } = item;
  const query = useQuery({
    ...listItemQuery(requestList, id),
    ...(known && { placeholderData: known }),
  });
  return (
    <Drawer
      item={item}
      texts="admin.requests."
      title={query.data && <RequestTitle request={query.data} />}
      keys={[
        {
          code: 'KeyM',
          text: t('admin.requests.keys.status'),
          press: () => document.getElementById(nextStatusId)?.focus(),
        },
      ]}
    >
      <LoadedItem query={query} texts="admin.requests." loading={t('admin.requests.loadingOne')}>
        {(request) => (
          <>
            <RequestStatus key={id} request={request} />
            <Facts request={request} />
            <RequestHistory key={`history-${id}`} request={request} />
          </>
        )}
      </LoadedItem>
    </Drawer>
  );
}
