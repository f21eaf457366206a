import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUserProfileList } from '@/api/generated/endpoints/permissions/permissions'

type ProfileChoiceProps = Omit<SelectProps, 'data'> & {
  /** A profile that is not offered. */
  except?: string | undefined
}

/** Chooses one of the company's profiles. */
export function ProfileChoice({ except, ...props }: ProfileChoiceProps) {
  const { t } = useTranslation('profiles')
  const { data } = useUserProfileList({ per_page: 100, sort: 'name' })
  const others = data?.data.filter(({ id }) => id !== except) ?? []
  return (
    <Select
      placeholder={t('matrix.copyNone')}
      searchable
      disabled={others.length === 0}
      data={others.map(({ id, name }) => ({ value: id, label: name }))}
      {...props}
    />
  )
}
