import { useTranslation } from 'react-i18next';

/** The texts of a dialog with a form (`ui/form-dialog`). */
export function useDialogTexts() {
  const { t } = useTranslation();
  return {
    close: t('action.close'),
    cancel: t('action.cancel'),
    unsent: {
      title: t('unsent.title'),
      text: t('members.leave.text'),
      close: t('unsent.close'),
      stay: t('unsent.stay'),
    },
  };
}
