import { useMutation } from '@tanstack/react-query';
import { userKeys } from '#entities/user/profile-data.ts';
import { showToast } from '#platform/toast.ts';
import { saveFile } from '#platform/save-file.ts';
import { exportUser, userLabel, type AdminUser } from './users-data.ts';

/** Saves what the product holds about a user as a file, which is named by the user's id. */
export function useUserExport(): (user: AdminUser) => void {
  const { mutate } = useMutation({
    mutationKey: [...userKeys.forAdmins, 'export'],
    mutationFn: exportUser,
    meta: { errorToast: 'users.exportFailed' },
    onSuccess: (data, user) => {
      const text = JSON.stringify(data, null, 2);
      saveFile(`user-${user.user_id}.json`, new Blob([text], { type: 'application/json' }));
      showToast({
        title: 'users.exported',
        description: 'users.exportedText',
        values: { email: userLabel(user) },
      });
    },
  });
  return mutate;
}
