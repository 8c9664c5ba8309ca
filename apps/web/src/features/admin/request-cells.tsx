import { Link } from 'react-router';
import { RouteCodes, useRouteText } from '#entities/request/request-summary.tsx';
import type { SelectedItem } from '#list/selected-item.ts';
import { classNames } from '#ui/class-names.ts';
import { EmailText } from '#ui/email-text.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { rowAction } from '#ui/row-action.ts';
import type { AdminRequest } from './requests-data.ts';

export const linkId = (id: string) => `request-${id}`;

/** The route of a request, which opens it. */
export function RequestLink({
  request,
  selected,
}: {
  readonly request: Pick<AdminRequest, 'quote_id' | 'origin' | 'destination'>;
  readonly selected: SelectedItem;
}) {
  const routeText = useRouteText();
  return (
    <Link
      {...selected.linkTo(request.quote_id)}
      {...rowAction}
      id={linkId(request.quote_id)}
      className="inline-block min-h-11 align-middle hover:text-teal md:min-w-32 dense:min-h-0 dense:min-w-0"
    >
      <RouteCodes
        route={request}
        className="text-lg leading-[1.4] whitespace-nowrap dense:text-md dense:leading-9"
      />
      <span className="block text-sm text-ink-2 dense:sr-only">
        <Phrases text={routeText(request)} />
      </span>
    </Link>
  );
}

/** The name and the address of a request's member. */
export function Member({
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
