import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePartnerCreate } from '@/api/generated/endpoints/partners/partners'
import { useChoices } from '@/api/useChoices'
import { useSite } from '@/app/site'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { PartnerForm } from './PartnerForm'
import { emptyPartner, inputOf } from './values'

export function PartnerCreatePage() {
  const { t } = useTranslation('partners')
  const { config } = useSite()
  const { choices, error, retry } = useChoices()
  const create = usePartnerCreate()
  const [initial] = useState(() => emptyPartner(config.country_id))
  return (
    <ResourcePage title={t('createTitle')} text={t('createText')} width="form">
      {choices && (
        <PartnerForm
          name="partner"
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
