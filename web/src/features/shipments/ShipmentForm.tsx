import { useHotkeys } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  getShipmentShowQueryKey,
  invalidateShipmentList,
  shipmentShow,
} from '@/api/generated/endpoints/shipments/shipments'
import type { Shipment } from '@/api/schema'
import { paths } from '@/context/paths'
import { notify } from '@/ui/dialogs/notify'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { ClientField } from './form/ClientField'
import { focusPath } from './form/fields'
import { nextOf } from './form/fill-in'
import { ItemRows } from './form/ItemRows'
import { ParcelRows } from './form/ParcelRows'
import { PartyCard } from './form/PartyCard'
import { shipmentErrors } from './form/rules'
import { ServiceCard } from './form/ServiceCard'
import classes from './form/ShipmentForm.module.css'
import { Summary } from './form/Summary'
import { WITHOUT_SERVICE } from './form/totals'
import { useAddressBook } from './form/useAddressBook'
import { useDeclaredTotal } from './form/useDeclaredTotal'
import type { Lookups } from './form/useLookups'
import { useProposal } from './form/useProposal'
import { inOrder, type ShipmentValues, valuesOf } from './form/values'

type Props = {
  /** Names the draft. */
  name: string
  initial: ShipmentValues
  lookups: Lookups
  submitLabel: string
  /** The button that saves and opens the form anew; for new shipments. */
  againLabel?: string
  /** Told once it is saved. */
  savedText(shipment: Shipment): string
  cancelTo: string
  save(values: ShipmentValues): Promise<Shipment>
  /** The shipment that is edited; none while it is created. */
  id?: string
  /** It has a price already, whose options a new one keeps. */
  isCharged?: boolean
  /** The values of a form that nobody wrote in, for the next shipment. */
  empty?(): ShipmentValues
}

export function ShipmentForm(props: Props) {
  const { initial, lookups, submitLabel, againLabel, cancelTo, id } = props
  const navigate = useNavigate()
  const model = useShipmentModel(props)
  const fields = useTiedFields(model.form)
  const propose = useProposal(model, initial)
  useDeclaredTotal(model)
  const save = () => model.form.submitting || model.onSubmit()
  useHotkeys([['mod+Enter', save]], [])
  const { values } = model.form
  const rule = lookups.rules.get(values.service_id ?? '') ?? WITHOUT_SERVICE

  return (
    <div className={classes.page}>
      <div className={classes.layout}>
        <ResourceForm
          model={model}
          submitLabel={submitLabel}
          againLabel={againLabel}
          onCancel={() => void navigate({ to: cancelTo })}
        >
          <div className={classes.cards}>
            <div className={classes.people}>
              <PartyCard side="from" fields={fields} lookups={lookups}>
                <ClientField fields={fields} onChosen={id ? undefined : propose} />
              </PartyCard>
              <PartyCard side="to" fields={fields} lookups={lookups} />
            </div>
            <ParcelRows model={model} fields={fields} lookups={lookups} rule={rule} />
            <ItemRows model={model} fields={fields} lookups={lookups} />
            <ServiceCard fields={fields} lookups={lookups} />
          </div>
        </ResourceForm>
        <Summary values={values} rule={rule} charged={props.isCharged ? id : undefined} />
      </div>
    </div>
  )
}

/** The form's state: what it sends, and what follows. */
function useShipmentModel({ name, initial, save, savedText, id, empty }: Props) {
  const { t } = useTranslation(['codes', 'common'])
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const keepAddresses = useAddressBook()
  const model = useResourceForm<ShipmentValues, Shipment>({
    name,
    initial,
    validate: (values) => shipmentErrors(values, t),
    async submit(values) {
      model.form.setValues(inOrder(values))
      const shipment = await save(values)
      await keepAddresses(values)
      return shipment
    },
    ...(id && { newest: async () => valuesOf((await shipmentShow(id)).data) }),
    onSaved(shipment, again) {
      queryClient.setQueryData(getShipmentShowQueryKey(shipment.id), { data: shipment })
      void invalidateShipmentList(queryClient)
      if (again && empty) {
        notify.success(`${savedText(shipment)} ${shipment.tracking_code}`)
        model.restart(nextOf(model.form.getValues(), empty()))
        window.scrollTo({ top: 0 })
        focusPath('to_name')
        return
      }
      notify.success(savedText(shipment))
      void navigate({ to: paths['shipments.show']({ id: shipment.id }) })
    },
  })
  return model
}
