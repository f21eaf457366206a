import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  getShipmentShowQueryKey,
  invalidateShipmentList,
  shipmentCreate,
  shipmentShow,
  shipmentUpdate,
} from '@/api/generated/endpoints/shipments/shipments'
import type { Shipment } from '@/api/schema'
import { useRecipientNeeds } from '@/api/usePlaces'
import type { WizardStep } from '@/shared/shipments/wizard-steps'
import { useResourceForm } from '@/ui/form/useResourceForm'
import type { ShipmentFormModel } from '../form/fields'
import { useAddressBook } from '../form/useAddressBook'
import { inOrder, inputOf, type ShipmentValues, valuesOf } from '../form/values'
import { metFields, stepErrors } from './step-errors'
import { useAutosave } from './useAutosave'
import { canBePriced, useDraftQuote } from './useDraftQuote'
import { useSender } from './useSender'

type Options = {
  /** The draft; none before the first step is done. */
  shipment: Shipment | undefined
  initial: ShipmentValues
  step: WizardStep
  /** Told once the step is saved. */
  onSaved(shipment: Shipment): void
}

/** The form of all steps. A step is saved when it is left, and after each pause in the typing. */
export function useWizard({ shipment, initial, step, onSaved }: Options) {
  const { t } = useTranslation(['codes', 'common'])
  const queryClient = useQueryClient()
  const keepAddresses = useAddressBook()
  const needsOf = useRecipientNeeds()
  const id = shipment?.id
  const model: ShipmentFormModel = useResourceForm<ShipmentValues, Shipment>({
    name: id ? `shipment-${id}` : 'shipment-wizard',
    within: '/shipments/wizard/',
    initial,
    validate: (values) => stepErrors(values, step, t, needsOf),
    async submit() {
      await autosave.settled()
      const { form } = model
      form.setValues(inOrder(form.getValues()))
      const values = form.getValues()
      const version = values.version ?? shipment?.version ?? 0
      const { data } = id
        ? await shipmentUpdate(id, { ...inputOf(values), version })
        : await shipmentCreate(inputOf(values))
      await keepAddresses(values)
      return data
    },
    ...(id && { newest: async () => valuesOf((await shipmentShow(id)).data) }),
    onSaved(saved) {
      queryClient.setQueryData(getShipmentShowQueryKey(saved.id), { data: saved })
      void invalidateShipmentList(queryClient)
      model.restart(valuesOf(saved))
      autosave.saved()
      onSaved(saved)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change can give what another field was told to lack
  useEffect(() => {
    const { errors, values, clearFieldError } = model.form
    if (Object.keys(errors).length === 0) return
    const left = stepErrors(values, step, t, needsOf)
    for (const path of metFields(errors, left, t('codes:required'))) clearFieldError(path)
  }, [model.form.values])
  const autosave = useAutosave(model, id)
  useSender(model, shipment)
  const quote = useDraftQuote({
    id,
    model,
    wanted: step === 'service' || step === 'review' || canBePriced(model.form.values),
    enqueue: autosave.enqueue,
  })
  return { model, saveState: autosave.state, quote }
}
