import { ActionIcon, Alert, Button, Group, Modal, Select, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import {
  invalidatePickListList,
  invalidateStockList,
  pickListCreate,
  useStockList,
  useStockWarehouseSelect,
} from '@/api/generated/endpoints/stock/stock'
import type { PickListLine, Shipment } from '@/api/schema'
import { StockItemChoice } from '@/shared/choices/StockChoice'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { WholeField } from '@/ui/fields/WholeField'
import { useFormat } from '@/ui/format'
import type { ShipmentFormModel } from '../form/fields'
import { emptyItem, type ItemRow, withoutBlanks } from '../form/values'
import classes from './Wizard.module.css'

/** Goods are held for so many hours: time to complete the draft, and for the warehouse to pick them. */
const HOURS = 72
/** Most kinds of goods. */
const MOST = 200

/** Whether a refusal stands at a field of the dialog. */
const isShown = (field: string) => field === 'warehouse_id' || /^lines\.\d+\.(item_id|quantity)$/.test(field)

type Line = { key: string; item_id: string | null; quantity: number | null }

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
      <Choice {...props} />
    </Modal>
  )
}

function Choice({ shipment, model, onClose }: Props) {
  const { t } = useTranslation(['shipment-wizard', 'common'])
  const warehouses = useWarehousesOf(shipment.client_id)
  const [chosen, setChosen] = useState<string | null>(null)
  const [lines, setLines] = useState(() => [newLine()])
  const warehouse = chosen ?? (warehouses.length === 1 ? warehouses[0]?.value : undefined)
  const { problems, failure, isBusy, hold, forgetProblems } = useHolding({ shipment, model, onClose })
  const owner = shipment.client_id

  function remove(index: number) {
    // The lines below it have other numbers from now on.
    forgetProblems()
    setLines(lines.toSpliced(index, 1))
  }

  return (
    <Stack>
      {failure && <Alert color="red">{failure}</Alert>}
      <Select
        label={t('stock.warehouse')}
        withAsterisk
        searchable
        data={warehouses}
        value={warehouse ?? null}
        error={problems.warehouse_id}
        onChange={(id) => {
          setChosen(id)
          setLines([newLine()])
        }}
      />
      {warehouse &&
        lines.map((line, index) => (
          <StockLine
            key={line.key}
            line={line}
            number={index + 1}
            warehouse={warehouse}
            owner={owner}
            errors={{
              item: problems[`lines.${index}.item_id`],
              quantity: problems[`lines.${index}.quantity`],
            }}
            onChange={(patch) => setLines(lines.with(index, { ...line, ...patch }))}
            {...(lines.length > 1 && { onRemove: () => remove(index) })}
          />
        ))}
      <Group justify="space-between">
        <Button
          variant="default"
          disabled={!warehouse || lines.length >= MOST}
          leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
          onClick={() => setLines([...lines, newLine()])}
        >
          {t('stock.more')}
        </Button>
        <Group>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button loading={isBusy} disabled={!warehouse} onClick={() => void hold(warehouse ?? '', lines)}>
            {t('stock.add')}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}

/** The warehouses where goods of a client lie; without one, those of the company. */
function useWarehousesOf(client_id: string | null) {
  const found = useStockWarehouseSelect(client_id ? { client_id } : { own: true }).data?.data ?? []
  return found.map(({ id, label }) => ({ value: id, label }))
}

/** Holds the goods, all or none, and adds them to the contents of the draft. */
function useHolding({ shipment, model, onClose }: Props) {
  const { t } = useTranslation(['shipment-wizard', 'common'])
  const client = useQueryClient()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  function findUnfilled(lines: Line[]) {
    const required = t('common:validation.required')
    return Object.fromEntries(
      lines.flatMap(({ item_id, quantity }, index) => [
        ...(item_id ? [] : [[`lines.${index}.item_id`, required]]),
        ...(quantity ? [] : [[`lines.${index}.quantity`, required]]),
      ]),
    ) as Record<string, string>
  }

  async function hold(warehouse_id: string, lines: Line[]) {
    const unfilled = findUnfilled(lines)
    setProblems(unfilled)
    setFailure(undefined)
    if (Object.keys(unfilled).length > 0) return
    setBusy(true)
    try {
      const { data } = await pickListCreate({
        warehouse_id,
        client_id: shipment.client_id,
        shipment_id: shipment.id,
        reference: shipment.tracking_code,
        min_remaining_days: 0,
        hold_hours: HOURS,
        lines: lines.map(({ item_id, quantity }) => ({ item_id: item_id ?? '', quantity: quantity ?? 0 })),
      })
      const { items } = withoutBlanks(model.form.getValues())
      model.form.setFieldValue('items', [...items, ...data.lines.map(toRow)])
      void invalidatePickListList(client)
      void invalidateStockList(client)
      notify.success(t('stock.done', { number: data.number }))
      onClose()
    } catch (error) {
      const at = fieldTexts(error)
      setProblems(at)
      // A refusal that no field shows is told above them.
      const [untold] = Object.entries(at).filter(([field]) => !isShown(field))
      setFailure(Object.keys(at).length === 0 ? errorText(error) : untold?.[1])
      // Somebody else may have held goods for the draft, or an answer was lost.
      void invalidatePickListList(client)
      void invalidateStockList(client)
    } finally {
      setBusy(false)
    }
  }

  return { problems, failure, isBusy, hold, forgetProblems: () => setProblems({}) }
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

type StockLineProps = {
  line: Line
  number: number
  warehouse: string
  owner: string | null
  errors: { item: string | undefined; quantity: string | undefined }
  onChange(patch: Partial<Line>): void
  onRemove?(): void
}

/** Goods of which some are free, and how many of them. */
function StockLine({ line, number, warehouse, owner, errors, onChange, onRemove }: StockLineProps) {
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
        label={t('stock.item', { number })}
        withAsterisk
        owner={owner}
        freeIn={warehouse}
        value={item_id}
        error={errors.item}
        onChange={(id) => onChange({ item_id: id })}
      />
      <WholeField
        label={t('stock.quantity')}
        withAsterisk
        min={1}
        max={1_000_000_000}
        description={free === undefined ? '\u00a0' : t('stock.free', { number: format.number(free) })}
        value={line.quantity}
        error={errors.quantity}
        onChange={(quantity) => onChange({ quantity })}
      />
      {onRemove && (
        <ActionIcon variant="default" size={44} aria-label={t('stock.remove', { number })} onClick={onRemove}>
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
