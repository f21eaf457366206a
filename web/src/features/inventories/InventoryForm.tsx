import { Button, Pill, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useWarehouseSelect } from '@/api/generated/endpoints/providers/providers'
import { inventoryCreate, useStockPlaceSelect } from '@/api/generated/endpoints/stock/stock'
import type { InventoryDetails } from '@/api/schema'
import { paths } from '@/context/paths'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { StockPlaceChoice } from '@/shared/choices/StockChoice'
import { notify } from '@/ui/dialogs/notify'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { ResourcePage } from '@/ui/ResourcePage'
import { refreshInventories } from './refresh'
import { emptyInventory, type InventoryValues, inputOf } from './values'

/** Asks for a count. */
export function InventoryForm() {
  const { t } = useTranslation('inventories')
  const { required } = useRules()
  const client = useQueryClient()
  const navigate = useNavigate()
  const model = useResourceForm<InventoryValues, InventoryDetails>({
    name: 'inventory',
    initial: emptyInventory(),
    validate: { warehouse_id: required },
    submit: async (values) => (await inventoryCreate(inputOf(values))).data,
    async onSaved(saved) {
      refreshInventories(client, saved)
      notify.success(t('created', { number: saved.number }))
      await navigate({ href: paths['inventories.show']({ id: saved.id }) })
    },
  })
  const fields = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    void navigate({ href: paths['inventories.index']() })
  }

  return (
    <ResourcePage title={t('create')} text={t('createText')} width="form">
      <ResourceForm model={model} submitLabel={t('action.create')} onCancel={cancel}>
        <Scope fields={fields} />
        <Rules fields={fields} />
      </ResourceForm>
    </ResourcePage>
  )
}

type Fields = { fields: TiedFields<InventoryValues> }

function Scope({ fields }: Fields) {
  const { t } = useTranslation('inventories')
  const { values, at, set, text, choice } = fields
  const warehouses = useWarehouseSelect()
  return (
    <FormSection title={t('section.scope')} text={t('section.scopeText')}>
      <Select
        {...choice('warehouse_id')}
        {...HALF}
        label={t('field.warehouse')}
        withAsterisk
        searchable
        data={warehouses.data?.data.map(({ id, label }) => ({ value: id, label })) ?? []}
      />
      <TextInput
        {...text('zone')}
        {...HALF}
        label={t('field.zone')}
        description={t('zoneText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={32}
        autoCapitalize="characters"
      />
      {values.warehouse_id && <Places fields={fields} warehouse={values.warehouse_id} />}
      {/* Places that are named are counted in any case. */}
      {values.place_ids.length === 0 && (
        <WholeField
          {...at('not_counted_days')}
          {...HALF}
          label={t('field.not_counted_days')}
          description={t('notCountedText')}
          max={3650}
          value={values.not_counted_days}
          onChange={(days) => set('not_counted_days', days)}
        />
      )}
      <ClientChoice
        {...at('client_id')}
        label={t('field.client')}
        placeholder={t('allGoods')}
        value={values.client_id}
        onChange={(id) => set('client_id', id)}
      />
    </FormSection>
  )
}

function Places({ fields: { values, at, set }, warehouse }: Fields & { warehouse: string }) {
  const { t } = useTranslation('inventories')
  const offered = useStockPlaceSelect({ warehouse_id: warehouse, with_inactive: true })
  const { place_ids } = values

  function add(id: string | null) {
    const label = offered.data?.data.find((place) => place.id === id)?.label
    if (!id || place_ids.some((place) => place.id === id)) return
    set('place_ids', [...place_ids, { id, label: label ?? t('field.place') }])
  }

  return (
    <div>
      <StockPlaceChoice
        {...at('place_ids')}
        label={t('field.places')}
        description={t('placesText')}
        warehouse={warehouse}
        withInactive
        value={null}
        onChange={add}
      />
      {place_ids.length > 0 && (
        <Pill.Group mt="xs">
          {place_ids.map(({ id, label }) => (
            <Pill
              key={id}
              size="lg"
              withRemoveButton
              removeButtonProps={{ 'aria-label': t('removePlace', { place: label }) }}
              onRemove={() =>
                set(
                  'place_ids',
                  place_ids.filter((place) => place.id !== id),
                )
              }
            >
              {label}
            </Pill>
          ))}
          <Button variant="subtle" size="xs" onClick={() => set('place_ids', [])}>
            {t('action.allPlaces')}
          </Button>
        </Pill.Group>
      )}
    </div>
  )
}

function Rules({ fields: { values, at, set, text } }: Fields) {
  const { t } = useTranslation('inventories')
  return (
    <FormSection title={t('section.rules')} text={t('section.rulesText')}>
      <Switch
        {...at('blind')}
        label={t('field.blind')}
        description={t('blindText')}
        checked={values.blind}
        onChange={(event) => set('blind', event.currentTarget.checked)}
      />
      <Switch
        {...at('other_counter')}
        label={t('field.other_counter')}
        checked={values.other_counter}
        onChange={(event) => set('other_counter', event.currentTarget.checked)}
      />
      <WholeField
        {...at('tolerance')}
        {...HALF}
        label={t('field.tolerance')}
        description={t('toleranceText')}
        placeholder="0"
        max={1_000_000}
        value={values.tolerance}
        onChange={(units) => set('tolerance', units)}
      />
      <Textarea {...text('note')} label={t('field.note')} autosize minRows={2} maxLength={500} />
    </FormSection>
  )
}
