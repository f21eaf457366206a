import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentCreate } from '@/api/generated/endpoints/shipments/shipments'
import { paths } from '@/app/paths'
import { useProfile } from '@/app/session'
import { useSite } from '@/app/site'
import { EmptyState } from '@/ui/EmptyState'
import { ResourcePage } from '@/ui/ResourcePage'
import { FormPending } from './form/FormPending'
import { useLookups } from './form/useLookups'
import { emptyShipment, inputOf } from './form/values'
import { ShipmentForm } from './ShipmentForm'

export function ShipmentCreatePage() {
  const { t } = useTranslation(['shipment-form', 'codes'])
  const { config } = useSite()
  const { can } = useProfile()
  const create = useShipmentCreate()
  const { lookups, error, retry } = useLookups()
  const [initial] = useState(() => emptyShipment(config.currency, config.country_id))
  if (!can['shipment.create']) {
    return (
      <ResourcePage title={t('createTitle')}>
        <EmptyState icon={IconLock} title={t('codes:forbidden')} />
      </ResourcePage>
    )
  }
  return (
    <ResourcePage title={t('createTitle')} text={t('createText')}>
      {lookups ? (
        <ShipmentForm
          name="shipment"
          initial={initial}
          lookups={lookups}
          submitLabel={t('create')}
          savedText={t('created')}
          cancelTo={paths['shipments.index']()}
          save={async (values) => (await create.mutateAsync({ data: inputOf(values) })).data}
        />
      ) : (
        <FormPending error={error} onRetry={retry} />
      )}
    </ResourcePage>
  )
}
