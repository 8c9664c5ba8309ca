import { useTranslation } from 'react-i18next';
import { shortName } from '@bkksiam/domain/users';
import type { ThreadMessage } from '#entities/support/thread-data.ts';
import type { AdminThread } from './support-data.ts';

/** Who wrote a message, and what happened, as admins read it. */
export function useThreadTexts(row: AdminThread) {
  const { t } = useTranslation('adminSupport');
  const adminOf = ({ author_name: name }: ThreadMessage) =>
    name === null ? t('event.formerAdmin') : shortName(name);
  return {
    nameOf(message: ThreadMessage): string {
      if (message.author === 'customer')
        return message.author_name ?? row.full_name ?? row.email ?? t('noName');
      const name = adminOf(message);
      return message.event === 'note' ? t('note', { name }) : name;
    },
    eventText(message: ThreadMessage): string {
      const name = adminOf(message);
      const by = (['customer', 'system'] as const).find((one) => one === message.author);
      switch (message.event) {
        case 'solved':
          return t(`event.solved.${by ?? 'agency'}`, { name });
        case 'reopened':
          return t(`event.reopened.${by === 'customer' ? by : 'agency'}`, { name });
        case 'handed_over':
          return t('event.handed_over', { name, to: message.text ?? '' });
        case 'given_back':
          return t('event.given_back', { name });
        case null:
        default:
          return t('event.taken_on', { name });
      }
    },
  };
}
