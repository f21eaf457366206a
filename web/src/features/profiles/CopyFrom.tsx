import { useTranslation } from 'react-i18next'
import { userProfileShow } from '@/api/generated/endpoints/permissions/permissions'
import type { UserProfile } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { HALF } from '@/ui/form/field-width'
import { ProfileChoice } from './ProfileChoice'

type Props = {
  /** The profile that is changed: it has nothing to give to itself. */
  except: string | undefined
  onCopy(profile: UserProfile): void
}

/** Takes over what another profile allows, to go on from there. */
export function CopyFrom({ except, onCopy }: Props) {
  const { t } = useTranslation('profiles')
  return (
    <ProfileChoice
      label={t('matrix.copyFrom')}
      except={except}
      value={null}
      onChange={(id) => id && void userProfileShow(id).then(({ data }) => onCopy(data), notify.failure)}
      {...HALF}
    />
  )
}
