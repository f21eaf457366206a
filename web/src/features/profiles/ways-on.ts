import type { PolicyAnswer, Profile, User } from '@/api/schema'
import { paths } from '@/context/paths'
import type { Question } from './Explanation'

type Asked = {
  answer: Pick<PolicyAnswer, 'allowed' | 'steps'>
  user: Pick<User, 'id'>
  question: Pick<Question, 'resource' | 'action'>
  can: Profile['can']
  menu: Profile['menu']
  /** Whether any profile of this user's kind can give the right. */
  isGrantable: boolean
}

type Way = {
  text: 'grant' | 'activate' | 'profiles' | 'flag' | 'subsidiaries' | 'partner' | 'client'
  to: string
  name?: string
}

/** Where the current user can change the answer, the nearest first. */
export function waysOn({ answer, user, question, can, menu, isGrantable }: Asked): Way[] {
  const ways: Way[] = []
  const mayUser = can['user.update']
  const edit = paths['users.edit']({ id: user.id })
  for (const { code, profile_id, profile_name } of answer.steps) {
    const ofProfile =
      profile_id && can['user_profile.update'] ? paths['profiles.edit']({ id: profile_id }) : undefined
    const name = profile_name ?? ''
    if (code === 'flag_off' && can['feature_flag.update'])
      ways.push({ text: 'flag', to: paths['feature_flags.index']() })
    if (answer.allowed) continue
    if (code === 'profile_silent' && ofProfile && isGrantable)
      ways.push({ text: 'grant', to: `${ofProfile}?right=${question.resource}.${question.action}`, name })
    if (code === 'profile_off' && ofProfile) ways.push({ text: 'activate', to: ofProfile, name })
    if (code === 'user_type_silent' && mayUser && isGrantable) ways.push({ text: 'profiles', to: edit })
    if (code === 'record_of_other_subsidiary' && mayUser) ways.push({ text: 'subsidiaries', to: edit })
    if (code === 'partner_inactive' && can['partner.activate'])
      ways.push({ text: 'partner', to: paths['partners.index']() })
    if (code === 'client_inactive' && menu.clients && can['client.activate'])
      ways.push({ text: 'client', to: paths['clients.index']() })
  }
  return ways
}
