import { statusesOf, type StatusKind } from '@bkksiam/domain/statuses';
import { useStatus } from '#platform/status.ts';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { Exhibit } from './exhibit.tsx';

const kinds: readonly StatusKind[] = ['request', 'offer', 'booking', 'payment'];

/** Every status: with its meaning beside it, and with the meaning on hover. */
export function StatusExhibit() {
  const statusOf = useStatus();
  return (
    <Exhibit id="statuses" title="Statuses">
      <div className="grid gap-8 md:grid-cols-2 xl:grid-cols-3">
        {kinds.map((kind) => (
          <div key={kind}>
            <h3 className="mb-3 font-strong">{kind}</h3>
            <ul className="grid gap-2">
              {statusesOf(kind).map((status) => (
                <li key={status}>
                  <StatusChip {...statusOf(kind, status)} show="beside" />
                </li>
              ))}
              {kind === 'booking' && (
                <>
                  <li>
                    <StatusChip {...statusOf(kind, 'DEPOSIT_PENDING', 'part')} show="beside" />
                  </li>
                  <li>
                    <StatusChip {...statusOf(kind, 'CONFIRMED', 'all')} show="beside" />
                  </li>
                </>
              )}
            </ul>
          </div>
        ))}
        <div>
          <h3 className="mb-3 font-strong">On hover, focus or press</h3>
          <ul className="flex flex-wrap gap-4 rounded-lg bg-stub p-5">
            {statusesOf('booking').map((status) => (
              <li key={status}>
                <StatusChip {...statusOf('booking', status)} onStub />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Exhibit>
  );
}
