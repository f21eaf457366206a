import { ActionIcon, Button, Modal, Select, Skeleton, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidatePickListList,
  invalidateStockList,
  pickListCreate,
  useStockList,
  useStockWarehouseSelect,
} from '@/api/generated/endpoints/stock/stock'
import type { PickListDetails, PickListLine, Shipment } from '@/api/schema'
import { StockItemChoice } from '@/shared/choices/StockChoice'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import type { ShipmentFormModel } from '../form/fields'
import { emptyItem, type ItemRow, withoutBlanks } from '../form/values'
import classes from './Wizard.module.css'

/** Goods are held for so many hours: time to complete the draft, and for the warehouse to pick them. */
const HOURS = 72
/** Most kinds of goods. */
const MOST = 200

type Line = { key: string; item_id: string | null; quantity: number | null }

type HoldValues = { warehouse_id: string | null; lines: Line[] }

const newLine = (): Line => ({ key: crypto.randomUUID(), item_id: null, quantity: null })

type Props = { shipment: Shipment; model: ShipmentFormModel; onClose(): void }

/** Asks which goods of the stock go into the shipment. */
export default function FromStockDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation(['shipment-wizard', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={props.onClose}
      size="lg"
      title={t('stock.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {/* Opened from another form, this one is sent alone. */}
      <div className={classes.hold} onSubmit={(event) => event.stopPropagation()}>
        <Choice {...props} />
      </div>
    </Modal>
  )
}

/** The warehouses where such goods lie come first: the only one is chosen from the start. */
function Choice(props: Props) {
  const { client_id } = props.shipment
  const { data, isLoading } = useStockWarehouseSelect(client_id ? { client_id } : { own: true })
  if (isLoading) return <Skeleton h={260} radius="md" />
  const warehouses = data?.data ?? []
  return <HoldForm {...props} warehouses={warehouses.map(({ id, label }) => ({ value: id, label }))} />
}

type HoldFormProps = Props & { warehouses: { value: string; label: string }[] }

function HoldForm(props: HoldFormProps) {
  const { t } = useTranslation('shipment-wizard')
  const { shipment, onClose, warehouses } = props
  const holding = useHolding(props)
  const { form } = holding
  const { values, set, at, choice } = useTiedFields(form)
  const { warehouse_id, lines } = values

  function cancel() {
    holding.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={holding} submitLabel={t('stock.add')} onCancel={cancel}>
      <Stack mb="md">
        <Select
          {...choice('warehouse_id')}
          label={t('stock.warehouse')}
          withAsterisk
          searchable
          allowDeselect={false}
          data={warehouses}
          onChange={(id) => {
            form.clearErrors()
            set('warehouse_id', id)
            set('lines', [newLine()])
          }}
        />
        {warehouse_id &&
          lines.map((line, index) => (
            <StockLine
              key={line.key}
              line={line}
              number={index + 1}
              warehouse={warehouse_id}
              owner={shipment.client_id}
              at={(field) => at(`lines.${index}.${field}`)}
              onChange={(field, value) =>
                form.setFieldValue(`lines.${index}.${field}` as never, value as never)
              }
              // Errors carry the number of their line, so they move with it.
              {...(lines.length > 1 && { onRemove: () => form.removeListItem('lines', index) })}
            />
          ))}
        <div>
          <Button
            variant="default"
            disabled={!warehouse_id || lines.length >= MOST}
            leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
            onClick={() => set('lines', [...lines, newLine()])}
          >
            {t('stock.more')}
          </Button>
        </div>
      </Stack>
    </ResourceForm>
  )
}

/** Holds the goods, all or none, and adds them to the contents of the draft. */
function useHolding({ shipment, model, onClose, warehouses }: HoldFormProps) {
  const { t } = useTranslation('shipment-wizard')
  const { required } = useRules()
  const client = useQueryClient()
  const [only] = warehouses
  return useResourceForm<HoldValues, PickListDetails>({
    name: `shipment-from-stock-${shipment.id}`,
    initial: { warehouse_id: warehouses.length === 1 && only ? only.value : null, lines: [newLine()] },
    validate: { warehouse_id: required, lines: { item_id: required, quantity: required } },
    async submit({ warehouse_id, lines }) {
      try {
        const { data } = await pickListCreate({
          warehouse_id: warehouse_id ?? '',
          client_id: shipment.client_id,
          shipment_id: shipment.id,
          reference: shipment.tracking_code,
          hold_hours: HOURS,
          lines: lines.map(({ item_id, quantity }) => ({ item_id: item_id ?? '', quantity: quantity ?? 0 })),
        })
        return data
      } finally {
        // Also after a refusal: somebody else may have held goods for the draft, or an answer was lost.
        void invalidatePickListList(client)
        void invalidateStockList(client)
      }
    },
    onSaved(saved) {
      const { items } = withoutBlanks(model.form.getValues())
      model.form.setFieldValue('items', [...items, ...saved.lines.map(toRow)])
      notify.success(t('stock.done', { number: saved.number }))
      onClose()
    },
  })
}

const toRow = ({ title, sku, quantity, hs_code, origin_country_id, weight_g }: PickListLine): ItemRow => ({
  ...emptyItem(),
  description: title,
  sku,
  quantity: String(quantity),
  hs_code,
  origin_country_id,
  net_weight_g: weight_g === null ? null : weight_g * quantity,
})

type LineField = 'item_id' | 'quantity'

type StockLineProps = {
  line: Line
  number: number
  warehouse: string
  owner: string | null
  at(field: LineField): ReturnType<TiedFields<HoldValues>['at']>
  onChange<F extends LineField>(field: F, value: Line[F]): void
  onRemove?(): void
}

/** Goods of which some are free, and how many of them. */
function StockLine({ line, number, warehouse, owner, at, onChange, onRemove }: StockLineProps) {
  const { t } = useTranslation('shipment-wizard')
  const format = useFormat()
  const { item_id } = line
  const stocks = useStockList(
    { ...(item_id && { item_id }), warehouse_id: warehouse, per_page: 100 },
    { query: { enabled: item_id !== null } },
  )
  const free = stocks.data?.data.reduce((sum, { available }) => sum + available, 0)
  return (
    <div className={classes.fromStock}>
      <StockItemChoice
        {...at('item_id')}
        label={t('stock.item', { number })}
        withAsterisk
        owner={owner}
        freeIn={warehouse}
        value={item_id}
        onChange={(id) => onChange('item_id', id)}
      />
      <WholeField
        {...at('quantity')}
        label={t('stock.quantity')}
        withAsterisk
        min={1}
        max={1_000_000_000}
        description={free === undefined ? '\u00a0' : t('stock.free', { number: format.number(free) })}
        value={line.quantity}
        onChange={(quantity) => onChange('quantity', quantity)}
      />
      {onRemove && (
        <ActionIcon variant="default" size={44} aria-label={t('stock.remove', { number })} onClick={onRemove}>
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
