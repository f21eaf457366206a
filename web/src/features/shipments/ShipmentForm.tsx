import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  getShipmentShowQueryKey,
  invalidateShipmentList,
  shipmentShow,
} from '@/api/generated/endpoints/shipments/shipments'
import type { Shipment } from '@/api/schema'
import { paths } from '@/app/paths'
import { notify } from '@/ui/dialogs/notify'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { ItemRows } from './form/ItemRows'
import { ParcelRows } from './form/ParcelRows'
import { PartySection } from './form/PartySection'
import { shipmentErrors } from './form/rules'
import { ServiceSection } from './form/ServiceSection'
import classes from './form/ShipmentForm.module.css'
import { Summary } from './form/Summary'
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
  const model = useResourceForm<ShipmentValues, Shipment>({
    name,
    initial,
    validate: (values) => shipmentErrors(values, t),
    submit: save,
    ...(id && { newest: async () => valuesOf((await shipmentShow(id)).data) }),
    onSaved(shipment) {
      queryClient.setQueryData(getShipmentShowQueryKey(shipment.id), { data: shipment })
      void invalidateShipmentList(queryClient)
      notify.success(savedText)
      void navigate({ to: paths['shipments.show']({ id: shipment.id }) })
    },
  })
  const fields = useTiedFields(model.form)

  return (
    <div className={classes.layout}>
      <ResourceForm model={model} submitLabel={submitLabel} onCancel={() => void navigate({ to: cancelTo })}>
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
