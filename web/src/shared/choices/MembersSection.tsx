import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUserProfileSelect } from '@/api/generated/endpoints/permissions/permissions'
import { useProfile } from '@/context/session'
import { FormSection } from '@/ui/form/ResourceForm'

type MembersProps = {
  /** Says what only the users of the profiles do. */
  text: string
  value: string[]
  onChange(ids: string[]): void
  error?: ReactNode
}

/** The profiles whose users see and choose a record. Only for those who may choose profiles; others keep what is stored. */
export function MembersSection(props: MembersProps) {
  const { can } = useProfile()
  return can['user_profile.select'] ? <Members {...props} /> : null
}

function Members({ text, value, onChange, error }: MembersProps) {
  const { t } = useTranslation()
  const { data } = useUserProfileSelect()
  return (
    <FormSection title={t('record.members.title')} text={text}>
      <MultiSelect
        data-path="profile_ids"
        label={t('record.members.profiles')}
        placeholder={value.length === 0 ? t('record.members.everybody') : undefined}
        searchable
        clearable
        nothingFoundMessage={t('record.members.none')}
        data={data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={value}
        onChange={onChange}
        error={error}
      />
    </FormSection>
  )
}
