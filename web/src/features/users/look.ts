import { IconCircleCheck, IconMail, IconUserOff } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type User, UserTypeCode } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

/** Whether somebody can come in as this user. */
export function userLook({ active, invited }: User, t: TFunction<'users'>): StatusLook {
  if (!active) return { label: t('state.inactive'), color: 'gray', icon: IconUserOff }
  if (invited) return { label: t('state.invited'), color: 'blue', icon: IconMail }
  return { label: t('state.active'), color: 'teal', icon: IconCircleCheck }
}

type Verb = Exclude<keyof User['can'], 'update' | 'activate' | 'invite'>

/** Why the server will not do it: `can` decides, this only says so in words. */
export function refusal(verb: Verb, user: User, ownId: string, t: TFunction<'codes'>) {
  if (user.can[verb]) return undefined
  if (user.erased_at) return t('user_erased')
  if (user.id === ownId && verb !== 'reset_password') return t('not_yourself')
  if (!user.active && verb !== 'delete') return t('user_not_active')
  if (verb === 'delete' && user.last_login_at) return t('user_has_signed_in')
  if (verb === 'reset_password' && user.invited) return t('user_not_joined')
  if (verb === 'switch' && user.user_type === UserTypeCode.Admin) return t('user_not_below')
  return t('forbidden')
}
