import type { User } from '@supabase/supabase-js';
import { ArrowLeft, Settings } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '#platform/page-changes.ts';
import { IconButton } from '#ui/button.tsx';
import { DialogClose, DialogTitle, SidePanel, type SidePanelProps } from '#ui/dialog.tsx';
import { NotificationList } from './notification-list.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import '#styles/inner.css';

export interface NotificationPanelProps extends Required<
  Pick<SidePanelProps, 'onClose' | 'opener'>
> {
  readonly user: User;
}

/** The notifications of a member, and from there their settings. */
export function NotificationPanel({ user, onClose, opener }: NotificationPanelProps) {
  const { t } = useTranslation(['notifications', 'common']);
  const [showsSettings, setShowsSettings] = useState(false);
  const headingId = useId();
  useChange(showsSettings, () => document.getElementById(headingId)?.focus());
  return (
    <SidePanel open onClose={onClose} opener={opener}>
      <div className="flex items-center gap-1 border-b border-line py-3 pr-4 pl-6">
        {showsSettings && (
          <IconButton
            label={t('settings.back')}
            onClick={() => setShowsSettings(false)}
            className="-ml-4"
          >
            <ArrowLeft className="size-5" />
          </IconButton>
        )}
        <DialogTitle className="mr-auto text-xl">
          <span id={headingId} tabIndex={-1} className="outline-0">
            {t(showsSettings ? 'settings.title' : 'title')}
          </span>
        </DialogTitle>
        {!showsSettings && (
          <IconButton label={t('settings.title')} onClick={() => setShowsSettings(true)}>
            <Settings className="size-5" />
          </IconButton>
        )}
        <DialogClose label={t('common:action.close')} />
      </div>
      <div className="flex-1 overflow-y-auto overscroll-contain">
        {showsSettings ? (
          <NotificationSettings user={user} />
        ) : (
          <NotificationList userId={user.id} headingId={headingId} />
        )}
      </div>
    </SidePanel>
  );
}
