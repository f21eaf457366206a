import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubsidiaryCreate } from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import { useChoices } from '@/api/useChoices'
import { useSite } from '@/app/site'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { SubsidiaryForm } from './SubsidiaryForm'
import { emptySubsidiary, inputOf } from './values'

export function SubsidiaryCreatePage() {
  const { t } = useTranslation('subsidiaries')
  const { config } = useSite()
  const { choices, error, retry } = useChoices()
  const create = useSubsidiaryCreate()
  const [initial] = useState(() => emptySubsidiary(config.country_id, config.time_zone))
  return (
    <ResourcePage title={t('createTitle')} text={t('createText')} width="form">
      {choices && (
        <SubsidiaryForm
          name="subsidiary"
          initial={initial}
          choices={choices}
          savedText={t('created')}
          save={async (values) => (await create.mutateAsync({ data: inputOf(values) })).data}
        />
      )}
      {!choices && error && (
        <LoadFailure title={t('failed')} result={{ error, isFetching: false, refetch: retry }} />
      )}
      {!choices && !error && <Skeleton h="60vh" radius="md" />}
    </ResourcePage>
  )
}
