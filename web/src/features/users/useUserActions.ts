import {
  IconEye,
  IconKey,
  IconMail,
  IconPencil,
  IconReplace,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateUserList,
  invalidateUserShow,
  userActivate,
  userDeactivate,
  userDelete,
  userInvite,
  userResetPassword,
  userResetSecondFactor,
  userSwitch,
} from '@/api/generated/endpoints/users/users'
import type { User } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import type { MenuEntry } from '@/ui/table/columns'
import { refusal } from './look'

type Verb =
  | 'activate'
  | 'deactivate'
  | 'delete'
  | 'invite'
  | 'reset_password'
  | 'reset_second_factor'
  | 'switch'

const CALLS: Record<Verb, (id: string) => Promise<unknown>> = {
  activate: userActivate,
  deactivate: userDeactivate,
  delete: userDelete,
  invite: userInvite,
  reset_password: userResetPassword,
  reset_second_factor: userResetSecondFactor,
  switch: userSwitch,
}

/** Actions of an administrator on one user, each with a confirmation and a message. */
export function useUserActions({ onDeleted }: { onDeleted?(): void } = {}) {
  const { t } = useTranslation(['users', 'codes'])
  const { t: code } = useTranslation('codes')
  const { id: ownId } = useProfile()
  const queryClient = useQueryClient()

  async function ask(verb: Verb, user: User) {
    const done = await confirm({
      title: t(`confirm.${verb}.title`, { name: user.name }),
      text: t(`confirm.${verb}.text`, { name: user.name, email: user.email }),
      action: t(`action.${verb}`),
      danger: verb === 'deactivate' || verb === 'delete' || verb === 'reset_second_factor',
      run: () => CALLS[verb](user.id),
    })
    if (!done) return
    // A fresh page: nothing of one user stays in the other's memory.
    if (verb === 'switch') return window.location.assign('/')
    notify.success(t(`done.${verb}`, { name: user.name, email: user.email }))
    if (verb === 'delete') onDeleted?.()
    else void invalidateUserShow(queryClient, user.id)
    await invalidateUserList(queryClient)
  }

  const why = (verb: Parameters<typeof refusal>[0], user: User) => refusal(verb, user, ownId, code)

  return (user: User): MenuEntry[] => {
    const entries: (MenuEntry | false)[] = [
      { label: t('action.open'), icon: IconEye, to: paths['users.show']({ id: user.id }) },
      {
        label: t('action.edit'),
        icon: IconPencil,
        to: paths['users.edit']({ id: user.id }),
        refused: user.can.update ? undefined : t('codes:forbidden'),
      },
      'divider',
      {
        label: t('action.switch'),
        icon: IconReplace,
        run: () => void ask('switch', user),
        refused: why('switch', user),
      },
      user.invited
        ? user.can.invite && {
            label: t('action.invite'),
            icon: IconMail,
            run: () => void ask('invite', user),
          }
        : {
            label: t('action.reset_password'),
            icon: IconKey,
            run: () => void ask('reset_password', user),
            refused: why('reset_password', user),
          },
      user.second_factor && {
        label: t('action.reset_second_factor'),
        icon: IconShieldOff,
        run: () => void ask('reset_second_factor', user),
        refused: why('reset_second_factor', user),
      },
      'divider',
      user.active
        ? {
            label: t('action.deactivate'),
            icon: IconUserOff,
            danger: true,
            run: () => void ask('deactivate', user),
            refused: why('deactivate', user),
          }
        : user.can.activate && {
            label: t('action.activate'),
            icon: IconUserCheck,
            run: () => void ask('activate', user),
          },
      user.can.delete && {
        label: t('action.delete'),
        icon: IconTrash,
        danger: true,
        run: () => void ask('delete', user),
      },
    ]
    return entries.filter((entry) => entry !== false)
  }
}
