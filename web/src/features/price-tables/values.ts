import type {
  PriceSizeUnit,
  PriceTable,
  PriceTableInput,
  PriceTableKind,
  PriceWeightUnit,
} from '@/api/schema'

export type PriceTableValues = {
  code: string | null
  title: string | null
  kind: PriceTableKind
  currency: string | null
  weight_unit: PriceWeightUnit
  size_unit: PriceSizeUnit
  service_id: string | null
  version?: number
}

export const emptyTable = (currency: string, isImperial: boolean): PriceTableValues => ({
  code: null,
  title: null,
  kind: 'sell',
  currency,
  weight_unit: isImperial ? 'lb' : 'kg',
  size_unit: isImperial ? 'in' : 'cm',
  service_id: null,
})

export const valuesOf = (table: PriceTable): PriceTableValues => ({
  code: table.code,
  title: table.title,
  kind: table.kind,
  currency: table.currency,
  weight_unit: table.weight_unit,
  size_unit: table.size_unit,
  service_id: table.service_id,
  version: table.version,
})

/** The form is not sent without the texts. */
export const inputOf = ({ version: _, ...values }: PriceTableValues): PriceTableInput => ({
  ...values,
  code: values.code ?? '',
  title: values.title ?? '',
  currency: values.currency ?? '',
})
