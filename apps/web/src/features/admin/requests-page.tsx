import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { listSizes } from '@bkksiam/domain/constants';
import { quoteStatuses } from '@bkksiam/domain/quotes';
import { logFailure } from '#platform/log.ts';
import { useAdminList } from './admin-list.ts';
import { ListFilter } from './list-filter.tsx';
import { ListHeading } from './list-heading.tsx';
import { ListSearch } from './list-search.tsx';
import { ListView } from './list-view.tsx';
import { useOpenedItem } from './opened-item.ts';
import { RequestDrawer } from './request-drawer.tsx';
import { requestLinkId, useRequestColumns } from './requests-columns.tsx';
import { requestList, requestsQuery } from './requests-data.ts';

const headingId = 'requests-heading';

/** The focus goes back to the row of what was open, or to the list's heading where the row is gone. */
function useFocusAfter(id: string | undefined): () => HTMLElement | null {
  const last = useRef(id);
  useEffect(() => {
    if (id !== undefined) last.current = id;
  }, [id]);
  return () => {
    const row =
      last.current === undefined ? null : document.getElementById(requestLinkId(last.current));
    return row ?? document.getElementById(headingId);
  };
}

/** Every member's quote requests, and one of them beside the list (spec §1). */
export function Component() {
  const { t } = useTranslation();
  const list = useAdminList(requestList);
  const query = useQuery(requestsQuery(list.question));
  const opened = useOpenedItem('request');
  const columns = useRequestColumns(opened);
  const focusAfter = useFocusAfter(opened.id);
  function close() {
    Promise.resolve(opened.close()).catch((error: unknown) => {
      logFailure('the request could not be closed', error);
    });
  }
  return (
    <>
      <ListHeading id={headingId} title={t('desk.requests.title')} text={t('desk.requests.text')} />
      <div className="my-6 grid gap-5">
        <ListSearch
          label={t('desk.requests.search')}
          words={list.question.words}
          onSearch={list.search}
          className="max-w-md"
        />
        <ListFilter
          label={t('desk.requests.column.status')}
          choices={quoteStatuses.map((status) => ({ value: status, text: status }))}
          chosen={list.question.filter}
          onChoose={list.narrow}
        />
      </div>
      <ListView
        headingId={headingId}
        list={list}
        query={query}
        columns={columns}
        keyOf={({ quote_id: id }) => id}
        failed="desk.requests.failed"
        empty="desk.requests.empty"
        pageSize={listSizes.deskPage}
      />
      <RequestDrawer
        id={opened.id}
        known={query.data?.rows.find(({ quote_id: id }) => id === opened.id)}
        onClose={close}
        focusAfter={focusAfter}
      />
    </>
  );
}
