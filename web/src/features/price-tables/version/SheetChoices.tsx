import { NativeSelect, SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type PriceSheetReading,
  type PriceSheetResult,
  priceSheetBandsValues,
  priceSheetFormValues,
  priceSheetMarkValues,
  priceWeightUnitValues,
} from '@/api/schema'
import { hasParts, UNDECIDED } from './sheet-parts'
import type { SheetImport } from './useSheetImport'

type Choice = 'form' | 'decimal_mark' | 'weight_unit' | 'bands'

const MOST_HEADER_ROWS = 12

/** The layout, the number format, the unit and the bands: as they were understood, to be corrected. */
export function SheetChoices({ result, model }: { result: PriceSheetResult; model: SheetImport }) {
  const { t } = useTranslation('price-simulation')
  const { decided, decide, isPending } = model
  const { reading, worksheets, form } = result
  const head = reading.header_rows
  const choice = (name: Choice, values: readonly string[], set: (value: string) => PriceSheetReading) => (
    <NativeSelect
      label={t(`reading.${name}`)}
      disabled={isPending}
      value={reading[name] ?? ''}
      onChange={(event) => decide(set(event.currentTarget.value))}
      data={[
        ...(reading[name] ? [] : [{ value: '', label: t('reading.choose'), disabled: true }]),
        ...values.map((value) => ({
          value,
          label:
            name === 'weight_unit'
              ? value
              : t(`reading.option.${name}.${value}` as 'reading.option.form.grid'),
        })),
      ]}
    />
  )
  const other =
    <Name extends Choice>(name: Name) =>
    (value: string): PriceSheetReading => ({
      ...decided,
      [name]: value as PriceSheetReading[Name],
    })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {worksheets.length > 1 && (
        <NativeSelect
          label={t('reading.worksheet')}
          disabled={isPending}
          data={worksheets}
          value={reading.worksheet ?? ''}
          onChange={(event) => decide({ ...UNDECIDED, worksheet: event.currentTarget.value })}
        />
      )}
      {/* Columns of another layout are other columns, so decisions about them begin anew. */}
      {choice('form', priceSheetFormValues, (value) => ({
        ...UNDECIDED,
        worksheet: decided.worksheet,
        form: value as PriceSheetReading['form'],
      }))}
      {choice('decimal_mark', priceSheetMarkValues, other('decimal_mark'))}
      {hasParts(form) && choice('weight_unit', priceWeightUnitValues, other('weight_unit'))}
      {form !== 'places' && choice('bands', priceSheetBandsValues, other('bands'))}
      {typeof head === 'number' && (
        <NativeSelect
          label={t(form === 'across' ? 'reading.header_columns' : 'reading.header_rows')}
          disabled={isPending}
          value={String(head)}
          onChange={(event) => decide({ ...decided, header_rows: Number(event.currentTarget.value) })}
          data={Array.from({ length: Math.max(MOST_HEADER_ROWS, head) + 1 }, (_, count) => String(count))}
        />
      )}
    </SimpleGrid>
  )
}
