import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  getShipmentShowQueryKey,
  invalidateShipmentList,
  shipmentShow,
  useShipmentUpdate,
} from '@/api/generated/endpoints/shipments/shipments'
import { contentsTypeValues, type Shipment } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { WeightField } from '@/ui/fields/MeasureField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { FormPending } from './FormPending'
import { type Fields, focusPath, pathOf, type ShipmentFormModel } from './fields'
import { Identity } from './Identity'
import { ItemFields } from './ItemRows'
import { PartyAddress, PartyName, PartyPhone } from './PartyCard'
import { shipmentErrors } from './rules'
import { Amount } from './ServiceCard'
import classes from './ShipmentForm.module.css'
import { useDeclaredTotal } from './useDeclaredTotal'
import { type Lookups, useLookups } from './useLookups'
import { useRows } from './useRows'
import { inOrder, inputOf, type ShipmentValues, type Side, valuesOf } from './values'

type Props = {
  shipment: Shipment
  /** The first missing field takes the focus. */
  focused: boolean
  /** Told once the shipment is saved. */
  onSaved(): void
}

/** Only what a shipment lacks. Shares its draft with the whole form. */
export default function FillIn(props: Props) {
  const { lookups, error, retry } = useLookups()
  return lookups ? <Form {...props} lookups={lookups} /> : <FormPending error={error} onRetry={retry} />
}

function Form({ shipment, focused, onSaved, lookups }: Props & { lookups: Lookups }) {
  const { t } = useTranslation(['shipment-form', 'shipments'])
  // The list of the opening: a field stays after it is filled in, until it is saved.
  const [{ missing, initial }] = useState({ missing: shipment.missing, initial: valuesOf(shipment) })
  const model = useFillIn(shipment, initial, onSaved)
  const fields = useTiedFields(model.form)
  useDeclaredTotal(model)
  const first = missing[0]
  useEffect(() => {
    if (focused && first) focusPath(first === 'items' ? 'items.0.description' : pathOf(first, initial))
  }, [focused, first, initial])
  return (
    <ResourceForm model={model} submitLabel={t('fillIn.save')} onCancel={() => model.restart(initial)}>
      <fieldset className={classes.row}>
        <legend className={classes.rowTitle}>{t('fillIn.title')}</legend>
        <div className={classes.fields}>
          <Party side="from" missing={missing} fields={fields} lookups={lookups} />
          <Party side="to" missing={missing} fields={fields} lookups={lookups} />
          <Contents missing={missing} model={model} fields={fields} lookups={lookups} />
        </div>
      </fieldset>
    </ResourceForm>
  )
}

function useFillIn(shipment: Shipment, initial: ShipmentValues, onSaved: () => void): ShipmentFormModel {
  const { t } = useTranslation(['codes', 'common', 'shipment-form'])
  const queryClient = useQueryClient()
  const update = useShipmentUpdate()
  const { id } = shipment
  const model: ShipmentFormModel = useResourceForm<ShipmentValues, unknown>({
    name: `shipment-${id}`,
    initial,
    validate: (values) => shipmentErrors(values, t),
    async submit(values) {
      model.form.setValues(inOrder(values))
      const version = values.version ?? shipment.version
      const { data } = await update.mutateAsync({ id, data: { ...inputOf(values), version } })
      queryClient.setQueryData(getShipmentShowQueryKey(id), { data })
    },
    newest: async () => valuesOf((await shipmentShow(id)).data),
    onSaved() {
      notify.success(t('shipment-form:saved'))
      onSaved()
      void invalidateShipmentList(queryClient)
    },
  })
  return model
}

type PartProps = { missing: string[]; fields: Fields; lookups: Lookups }

const ADDRESS = ['country_id', 'postcode', 'address_1', 'city', 'state_id'] as const

function Party({ side, missing, fields, lookups }: PartProps & { side: Side }) {
  const { t } = useTranslation('shipment-form')
  if (!missing.some((name) => name.startsWith(`${side}_`))) return null
  return (
    <fieldset className={clsx(classes.fields, classes.group)}>
      <legend>{t(`section.${side}`)}</legend>
      {missing.includes(`${side}_name`) && <PartyName side={side} fields={fields} />}
      {ADDRESS.some((part) => missing.includes(`${side}_${part}`)) && (
        <PartyAddress side={side} fields={fields} lookups={lookups} />
      )}
      {missing.includes(`${side}_document`) && <Identity side={side} fields={fields} />}
      {missing.includes(`${side}_phone`) && <PartyPhone side={side} fields={fields} lookups={lookups} />}
    </fieldset>
  )
}

/** Whether an item lacks something: the first one also when there are none yet. */
const lacksOf = (missing: string[], index: number) =>
  (index === 0 && missing.includes('items')) || missing.some((name) => name.startsWith(`items.${index}.`))

function Contents({ missing, model, fields, lookups }: PartProps & { model: ShipmentFormModel }) {
  const { t } = useTranslation(['shipment-form', 'shipments'])
  const { rows, change } = useRows(model, 'items', 'description')
  const { values, at, choice, set } = fields
  const lacking = rows.flatMap((item, index) => (lacksOf(missing, index) ? [{ item, index }] : []))
  const select = { allowDeselect: false } as const
  return (
    <>
      {missing.includes('declared_weight_g') && (
        <WeightField
          {...at('declared_weight_g')}
          label={t('field.declared_weight_g')}
          value={values.declared_weight_g}
          onChange={(value) => set('declared_weight_g', value)}
        />
      )}
      {missing.includes('contents_type') && (
        <FirstSelect
          {...choice('contents_type')}
          {...select}
          label={t('field.contents_type')}
          data={contentsTypeValues.map((value) => ({ value, label: t(`shipments:contents.${value}`) }))}
        />
      )}
      {lacking.map(({ item, index }) => (
        <ItemFields
          key={item.key}
          item={item}
          path={`items.${index}`}
          title={t('item', { number: index + 1 })}
          fields={fields}
          lookups={lookups}
          onChange={(changes) => change(index, changes)}
        />
      ))}
      {missing.includes('service_id') && (
        <FirstSelect
          {...choice('service_id')}
          {...select}
          label={t('field.service_id')}
          data={lookups.services}
        />
      )}
      {missing.includes('declared_value') && <Amount name="declared_value" fields={fields} />}
    </>
  )
}
