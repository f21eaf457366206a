import { Alert, Anchor, Textarea, TextInput } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useShipmentCharges } from '@/api/generated/endpoints/quotes/quotes'
import {
  getShipmentShowQueryKey,
  invalidateShipmentList,
  shipmentShow,
  shipmentUpdate,
} from '@/api/generated/endpoints/shipments/shipments'
import type { Shipment, ShipmentInput } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { FormCard, WIDE_HALF } from './FormCard'
import { FormPending } from './FormPending'
import { type Fields, type ShipmentFormModel, useFocus } from './fields'
import { foreignCities } from './foreign-cities'
import { Identity } from './Identity'
import { ItemFields } from './ItemRows'
import { PartyPhone } from './PartyCard'
import { RecipientUpdates } from './RecipientUpdates'
import { shipmentErrors } from './rules'
import { Terms } from './ServiceCard'
import classes from './ShipmentForm.module.css'
import { StreetFields } from './StreetFields'
import type { Lookups } from './useLookups'
import { useRows } from './useRows'
import { inputOf, type ShipmentValues, type Side, valuesOf } from './values'

type Props = { shipment: Shipment; initial: ShipmentValues; lookups: Lookups; focus: string | undefined }

/** What documents show of a confirmed shipment: it can change without a new price. */
export function DetailsForm(props: Props) {
  const isTaxed = useTaxed(props.shipment)
  // Fields that are free only later would move what stands in them.
  if (isTaxed === undefined) return <FormPending error={null} onRetry={Promise.resolve} />
  return <Details {...props} isTaxed={isTaxed} />
}

function Details({ shipment, initial, lookups, focus, isTaxed }: Props & { isTaxed: boolean }) {
  const { t } = useTranslation('shipment-form')
  const navigate = useNavigate()
  const show = paths['shipments.show']({ id: shipment.id })
  const model = useDetails(shipment, initial, () => void navigate({ to: show }))
  const fields = useTiedFields(model.form)
  const foreign = foreignCities(shipment)
  useFocus(focus, initial)
  return (
    <ResourceForm model={model} submitLabel={t('saveChanges')} onCancel={() => void navigate({ to: show })}>
      <div className={classes.cards}>
        <PriceStands id={shipment.id} isTaxed={isTaxed} />
        <Goods model={model} fields={fields} lookups={lookups} isTaxed={isTaxed} />
        <div className={classes.people}>
          <Contact side="from" fields={fields} lookups={lookups} withCity={foreign.includes('from_city')} />
          <Contact side="to" fields={fields} lookups={lookups} withCity={foreign.includes('to_city')} />
        </div>
        <FormCard title={t('section.service')}>
          <Terms fields={fields} stands={isTaxed ? 'all' : shipment.totals ? 'duties' : 'direction'} />
          <Textarea
            {...fields.text('notes')}
            label={t('field.notes')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={4000}
          />
        </FormCard>
      </div>
    </ResourceForm>
  )
}

const DDP = 'DDP'

/** Whether the price has import taxes, which depend on tariff codes, origins and terms; undefined until it is known. */
function useTaxed({ id, totals, incoterm, from_country_id, to_country_id }: Shipment) {
  const { data, error } = useShipmentCharges(id)
  if (totals && incoterm === DDP && from_country_id !== to_country_id) return true
  if (data) return data.data.lines.some(({ code }) => code === 'import')
  return error ? false : undefined
}

/** What cannot change here, and the way to change it. */
function PriceStands({ id, isTaxed }: { id: string; isTaxed: boolean }) {
  const { t } = useTranslation('shipment-form')
  const { can } = useProfile()
  return (
    <Alert role="note" icon={<IconInfoCircle aria-hidden />} title={t('details.title')}>
      {t(isTaxed ? 'details.textTaxed' : 'details.text')}{' '}
      {can['support_ticket.create'] && (
        <Anchor component={AppLink} to={`${paths['supports.create']()}?shipment_id=${id}`} inherit>
          {t('details.ask')}
        </Anchor>
      )}
    </Alert>
  )
}

type PartProps = { fields: Fields; lookups: Lookups }

function Goods({
  model,
  fields,
  lookups,
  isTaxed,
}: PartProps & { model: ShipmentFormModel; isTaxed: boolean }) {
  const { t } = useTranslation('shipment-form')
  const { rows, change } = useRows(model, 'items', 'description')
  return (
    <FormCard title={t('section.items')}>
      {rows.map((item, index) => {
        const title = t('item', { number: index + 1 })
        return (
          <fieldset key={item.key} className={classes.row}>
            <legend className={classes.rowTitle}>{title}</legend>
            <ItemFields
              item={item}
              path={`items.${index}`}
              title={title}
              fields={fields}
              lookups={lookups}
              priced
              taxed={isTaxed}
              onChange={(patch) => change(index, patch)}
            />
          </fieldset>
        )
      })}
    </FormCard>
  )
}

function Contact({ side, fields, lookups, withCity }: PartProps & { side: Side; withCity: boolean }) {
  const { t } = useTranslation('shipment-form')
  return (
    <FormCard title={t(`section.${side}`)}>
      <TextInput {...fields.text(`${side}_name`)} label={t('field.name')} withAsterisk maxLength={200} />
      <StreetFields side={side} fields={fields} lookups={lookups} withCity={withCity} />
      <Identity side={side} fields={fields} />
      <PartyPhone side={side} fields={fields} lookups={lookups} />
      <TextInput
        {...fields.text(`${side}_email`)}
        {...WIDE_HALF}
        type="email"
        inputMode="email"
        label={t('field.email')}
        maxLength={254}
      />
      {side === 'to' && <RecipientUpdates fields={fields} />}
    </FormCard>
  )
}

/** The fields of the page, and those that every change names. */
const SENT = [
  'source',
  'direction',
  'non_delivery',
  'from_person_type',
  'to_person_type',
  'parcels',
  'incoterm',
  'notes',
  'from_name',
  'from_document_type',
  'from_document',
  'from_email',
  'from_phone',
  'from_address_1',
  'from_address_2',
  'from_address_number',
  'from_address_complement',
  'to_name',
  'to_document_type',
  'to_document',
  'to_email',
  'to_phone',
  'to_address_1',
  'to_address_2',
  'to_address_number',
  'to_address_complement',
  'to_updates_language',
  'items',
] as const

function useDetails(shipment: Shipment, initial: ShipmentValues, onSaved: () => void): ShipmentFormModel {
  const { t } = useTranslation(['codes', 'common', 'shipment-form'])
  const queryClient = useQueryClient()
  const { id } = shipment
  return useResourceForm<ShipmentValues, unknown>({
    name: `shipment-${id}`,
    initial,
    validate: (values) => shipmentErrors(values, t),
    async submit(values) {
      const input = inputOf(values)
      const names = [...SENT, ...foreignCities(shipment)]
      const changes = Object.fromEntries(names.map((name) => [name, input[name]])) as Pick<
        ShipmentInput,
        (typeof names)[number]
      >
      const { data } = await shipmentUpdate(id, { ...changes, version: values.version ?? shipment.version })
      queryClient.setQueryData(getShipmentShowQueryKey(id), { data })
    },
    newest: async () => valuesOf((await shipmentShow(id)).data),
    onSaved() {
      notify.success(t('shipment-form:saved'))
      void invalidateShipmentList(queryClient)
      onSaved()
    },
  })
}
