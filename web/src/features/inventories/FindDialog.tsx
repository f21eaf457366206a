import { Modal, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { inventoryFind, useStockItemShow } from '@/api/generated/endpoints/stock/stock'
import type { InventoryDetails } from '@/api/schema'
import { StockItemChoice } from '@/shared/choices/StockChoice'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { DayField } from '@/ui/fields/DayField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import classes from './Inventories.module.css'
import { refreshInventories } from './refresh'

type FindDialogProps = {
  inventory: InventoryDetails
  /** The place where somebody stands. */
  here: string | undefined
  opened: boolean
  onClose(): void
}

/** Adds goods that lie in a place and are on no line. */
export default function FindDialog({ opened, onClose, ...found }: FindDialogProps) {
  const { t } = useTranslation(['inventories', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('find.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <FindForm {...found} onClose={onClose} />
      </div>
    </Modal>
  )
}

type FindValues = {
  place_id: string | null
  item_id: string | null
  lot: string | null
  expiration_date: string | null
}

function FindForm({ inventory, here, onClose }: Omit<FindDialogProps, 'opened'>) {
  const { t } = useTranslation('inventories')
  const { required } = useRules()
  const client = useQueryClient()
  const { id, places, client_id } = inventory
  const start = places.find(({ place }) => place === here) ?? (places.length === 1 ? places[0] : undefined)
  const model = useResourceForm<FindValues, InventoryDetails>({
    name: `inventory-find-${id}`,
    initial: { place_id: start?.place_id ?? null, item_id: null, lot: null, expiration_date: null },
    validate: { place_id: required, item_id: required },
    submit: async ({ place_id, item_id, ...lot }) =>
      (await inventoryFind(id, { place_id: place_id ?? '', item_id: item_id ?? '', ...lot })).data,
    onSaved(saved) {
      refreshInventories(client, saved)
      notify.success(t('find.done'))
      onClose()
    },
  })
  const { values, set, at, text, input, choice } = useTiedFields(model.form)
  const item = useStockItemShow(values.item_id ?? '', { query: { enabled: values.item_id !== null } }).data
    ?.data

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.add')} onCancel={cancel}>
      <FormSection title={t('find.section')} text={t('find.text')}>
        <Select
          {...choice('place_id')}
          label={t('field.place')}
          withAsterisk
          searchable
          data={places.map(({ place_id, place }) => ({ value: place_id, label: place }))}
        />
        <StockItemChoice
          {...at('item_id')}
          label={t('field.item')}
          withAsterisk
          {...(client_id && { owner: client_id })}
          value={values.item_id}
          onChange={(item_id) => set('item_id', item_id)}
        />
        {(item?.keep_lot || values.lot !== null) && (
          <TextInput
            {...text('lot')}
            {...HALF}
            label={t('field.lot')}
            withAsterisk={item?.keep_lot === true}
            maxLength={60}
            autoCapitalize="characters"
          />
        )}
        {(item?.keep_expiry || values.expiration_date !== null) && (
          <DayField {...input('expiration_date')} {...HALF} label={t('field.expiration_date')} />
        )}
      </FormSection>
    </ResourceForm>
  )
}
