import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUserProfileSelect } from '@/api/generated/endpoints/permissions/permissions'
import { useProfile } from '@/context/session'
import { FormSection } from '@/ui/form/ResourceForm'
import type { SectionProps } from './MainSections'

/** Who sees and sells the service. Only for those who may choose profiles; others keep what is stored. */
export function Members(props: SectionProps) {
  const { can } = useProfile()
  return can['user_profile.select'] ? <MemberChoice {...props} /> : null
}

function MemberChoice({ fields: { at, values, set } }: SectionProps) {
  const { t } = useTranslation('services')
  const { data } = useUserProfileSelect()
  return (
    <FormSection title={t('section.members')} text={t('section.membersText')}>
      <MultiSelect
        {...at('profile_ids')}
        label={t('field.profile_ids')}
        placeholder={values.profile_ids.length === 0 ? t('everybody') : undefined}
        searchable
        clearable
        nothingFoundMessage={t('noProfiles')}
        data={data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={values.profile_ids}
        onChange={(ids) => set('profile_ids', ids)}
      />
    </FormSection>
  )
}
