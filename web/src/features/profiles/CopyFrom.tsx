import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { userProfileShow, useUserProfileList } from '@/api/generated/endpoints/permissions/permissions'
import type { UserProfile } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { HALF } from '@/ui/form/field-width'

type Props = {
  /** The profile that is changed: it has nothing to give to itself. */
  except: string | undefined
  onCopy(profile: UserProfile): void
}

/** Takes over what another profile allows, to go on from there. */
export function CopyFrom({ except, onCopy }: Props) {
  const { t } = useTranslation('profiles')
  const { data } = useUserProfileList({ per_page: 100, sort: 'name' })
  const others = data?.data.filter(({ id }) => id !== except) ?? []
  return (
    <NativeSelect
      label={t('matrix.copyFrom')}
      value=""
      disabled={others.length === 0}
      data={[
        { value: '', label: t('matrix.copyNone') },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => {
        const id = event.currentTarget.value
        if (id) void userProfileShow(id).then(({ data }) => onCopy(data), notify.failure)
      }}
      {...HALF}
    />
  )
}
