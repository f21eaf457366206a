import {
  getStockItemSelectQueryOptions,
  getStockPlaceSelectQueryOptions,
} from '@/api/generated/endpoints/stock/stock'
import { type ChoiceProps, RemoteChoice } from '@/blocks/RemoteChoice'

type ItemChoiceProps = ChoiceProps & {
  /** Goods of this client; null for the company's own, left out for all. */
  owner?: string | null
  /** Only goods of which some are free in this warehouse. */
  freeIn?: string
}

/** Goods that are kept in stock. */
export function StockItemChoice({ owner, freeIn, ...props }: ItemChoiceProps) {
  const whose = owner ? { client_id: owner } : owner === null ? { own: true } : {}
  const of = freeIn ? { ...whose, warehouse_id: freeIn } : whose
  return <RemoteChoice {...props} select={(params) => getStockItemSelectQueryOptions({ ...of, ...params })} />
}

type PlaceChoiceProps = ChoiceProps & {
  warehouse?: string
  /** Also inactive places where goods lie. */
  withInactive?: boolean
}

/** A place of goods, in any warehouse or in this one. */
export function StockPlaceChoice({ warehouse, withInactive, ...props }: PlaceChoiceProps) {
  const where = warehouse ? { warehouse_id: warehouse } : {}
  const of = withInactive ? { ...where, with_inactive: true } : where
  return (
    <RemoteChoice {...props} select={(params) => getStockPlaceSelectQueryOptions({ ...of, ...params })} />
  )
}
