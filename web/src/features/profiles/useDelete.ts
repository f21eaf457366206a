import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateUserProfileList,
  useUserProfileDelete,
} from '@/api/generated/endpoints/permissions/permissions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'

/** Asks, deletes; true once the profile is gone. */
export function useDelete() {
  const { t } = useTranslation(['profiles', 'shell'])
  const { menu } = useProfile()
  const queryClient = useQueryClient()
  const { mutateAsync } = useUserProfileDelete()
  return async ({ id, name }: { id: string; name: string }) => {
    const gone = await confirm({
      title: t('delete.title', { name }),
      text: t('delete.text'),
      action: t('delete.action'),
      danger: true,
      run: () => mutateAsync({ id }),
      ...(menu.users && {
        ways: {
          profile_in_use: {
            to: `${paths['users.index']()}?profile_id=${id}`,
            text: t('shell:resources.user'),
          },
        },
      }),
    })
    if (gone) {
      notify.success(t('delete.done'))
      void invalidateUserProfileList(queryClient)
    }
    return gone
  }
}
