import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWarehouseSelect } from '@/api/generated/endpoints/providers/providers'
import { stockPlaceCreate, stockPlaceUpdate, useStockPlaceShow } from '@/api/generated/endpoints/stock/stock'
import { freshly } from '@/api/record-query'
import {
  type StockPlace,
  type StockPlaceInput,
  type StockPlaceKind,
  stockPlaceKindValues,
} from '@/api/schema'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshStockPlaces, useStockPlaceSwitch } from './useStockPlaceSwitch'

type StockPlaceValues = {
  warehouse_id: string | null
  code: string | null
  kind: StockPlaceKind
  note: string | null
  version?: number
}

const valuesOf = ({ warehouse_id, code, kind, note, version }: StockPlace): StockPlaceValues => ({
  warehouse_id,
  code,
  kind,
  note,
  version,
})
const inputOf = ({ warehouse_id, code, kind, note }: StockPlaceValues): StockPlaceInput => ({
  warehouse_id: warehouse_id ?? '',
  code: code ?? '',
  kind,
  note,
})

/** Creates a place, or changes the one of this id. */
export function StockPlaceForm({ id }: { id?: string }) {
  const { t } = useTranslation('stock-places')
  const { required } = useRules()
  const switching = useStockPlaceSwitch()
  const warehouses = useWarehouseSelect()
  const offered = warehouses.data?.data ?? []
  return (
    <RecordForm
      name="stock-place"
      id={id}
      result={useStockPlaceShow(id ?? '', freshly(id))}
      lookups={[warehouses]}
      title={id ? t('one') : t('create')}
      nameOf={({ warehouse_code, code }) => `${warehouse_code} · ${code}`}
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      // Where there is one warehouse, nobody chooses it.
      empty={(): StockPlaceValues => ({
        warehouse_id: offered.length === 1 ? (offered[0]?.id ?? null) : null,
        code: null,
        kind: 'storage',
        note: null,
      })}
      valuesOf={valuesOf}
      validate={{ warehouse_id: required, code: required }}
      save={(values, kept) =>
        kept
          ? stockPlaceUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : stockPlaceCreate(inputOf(values))
      }
      refresh={refreshStockPlaces}
      leaveTo={paths['stock_places.index']}
    >
      {({ values, text, choice, at, set }) => (
        <FormSection title={t('section')} text={t('sectionText')}>
          <Select
            {...choice('warehouse_id')}
            {...HALF}
            label={t('field.warehouse')}
            withAsterisk
            disabled={id !== undefined}
            searchable
            data={offered.map(({ id: value, label }) => ({ value, label }))}
          />
          <TextInput
            {...text('code')}
            {...HALF}
            label={t('field.code')}
            description={t('codeText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            maxLength={32}
            autoCapitalize="characters"
          />
          <Select
            {...at('kind')}
            {...HALF}
            label={t('field.kind')}
            description={t(`kindText.${values.kind}`)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            allowDeselect={false}
            data={stockPlaceKindValues.map((value) => ({ value, label: t(`kind.${value}`) }))}
            value={values.kind}
            onChange={(value) => value && set('kind', value)}
          />
          <TextInput {...text('note')} label={t('field.note')} maxLength={200} />
        </FormSection>
      )}
    </RecordForm>
  )
}
