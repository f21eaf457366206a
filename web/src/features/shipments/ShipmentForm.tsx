import { Alert, Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '@/api/errors'
import {
  getShipmentShowQueryKey,
  invalidateShipmentList,
  shipmentShow,
} from '@/api/generated/endpoints/shipments/shipments'
import type { Shipment } from '@/api/schema'
import { paths } from '@/app/paths'
import { notify } from '@/ui/dialogs/notify'
import { mergeTyped } from '@/ui/form/merge-typed'
import { ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { ItemRows } from './form/ItemRows'
import { ParcelRows } from './form/ParcelRows'
import { PartySection } from './form/PartySection'
import { shipmentErrors } from './form/rules'
import { ServiceSection } from './form/ServiceSection'
import classes from './form/ShipmentForm.module.css'
import { Summary } from './form/Summary'
import { useFields } from './form/useFields'
import type { Lookups } from './form/useLookups'
import { ValuesSection } from './form/ValuesSection'
import { type ShipmentValues, valuesOf } from './form/values'

type Props = {
  /** Names the draft. */
  name: string
  initial: ShipmentValues
  lookups: Lookups
  submitLabel: string
  /** Said once it is saved. */
  savedText: string
  cancelTo: string
  save(values: ShipmentValues): Promise<Shipment>
  /** The shipment that is edited; none while it is created. */
  id?: string
}

export function ShipmentForm({ name, initial, lookups, submitLabel, savedText, cancelTo, save, id }: Props) {
  const { t } = useTranslation(['codes', 'common'])
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [stale, setStale] = useState(false)
  const model = useResourceForm<ShipmentValues, Shipment>({
    name,
    initial,
    validate: (values) => shipmentErrors(values, t),
    async submit(values) {
      try {
        return await save(values)
      } catch (error) {
        setStale(codeOf(error) === 'stale_version')
        throw error
      }
    },
    onSaved(shipment) {
      queryClient.setQueryData(getShipmentShowQueryKey(shipment.id), { data: shipment })
      void invalidateShipmentList(queryClient)
      notify.success(savedText)
      void navigate({ to: paths['shipments.show']({ id: shipment.id }) })
    },
  })
  const fields = useFields(model)

  async function takeNewest(shipmentId: string) {
    const newest = valuesOf((await shipmentShow(shipmentId)).data)
    const merged = mergeTyped(model.form.getInitialValues(), model.form.getValues(), newest)
    model.form.setInitialValues(newest)
    model.form.setValues(merged)
    model.clearFailure()
    setStale(false)
  }

  return (
    <div className={classes.layout}>
      <ResourceForm model={model} submitLabel={submitLabel} onCancel={() => void navigate({ to: cancelTo })}>
        {stale && id && <StaleNotice onTakeNewest={() => takeNewest(id)} />}
        <ServiceSection fields={fields} lookups={lookups} />
        <PartySection side="from" fields={fields} lookups={lookups} />
        <PartySection side="to" fields={fields} lookups={lookups} />
        <ParcelRows model={model} fields={fields} />
        <ItemRows model={model} fields={fields} lookups={lookups} />
        <ValuesSection fields={fields} lookups={lookups} />
      </ResourceForm>
      <Summary values={model.form.values} />
    </div>
  )
}

/** Somebody else saved first. Nothing that was typed is thrown away for it. */
function StaleNotice({ onTakeNewest }: { onTakeNewest(): Promise<void> }) {
  const { t } = useTranslation('shipment-form')
  const [loading, setLoading] = useState(false)
  async function take() {
    setLoading(true)
    try {
      await onTakeNewest()
      notify.info(t('stale.merged'))
    } catch (error) {
      notify.failure(error)
    } finally {
      setLoading(false)
    }
  }
  return (
    <Alert mb="md" icon={<IconRefresh aria-hidden />} title={t('stale.title')}>
      <p className={classes.staleText}>{t('stale.text')}</p>
      <Button size="compact-sm" loading={loading} onClick={() => void take()}>
        {t('stale.reload')}
      </Button>
    </Alert>
  )
}
