import { Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWarehouseSelect } from '@/api/generated/endpoints/providers/providers'
import { purchaseCreate, purchaseUpdate, usePurchaseShow } from '@/api/generated/endpoints/stock/stock'
import { freshly } from '@/api/record-query'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { DayField } from '@/ui/fields/DayField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { LineFields } from './LineFields'
import { refreshPurchases } from './refresh'
import { emptyPurchase, inputOf, type PurchaseValues, valuesOf } from './values'

/** Makes a purchase, or changes the draft of this id. */
export function PurchaseForm({ id }: { id?: string }) {
  const { t } = useTranslation('purchases')
  const { required } = useRules()
  const { config } = useSite()
  const warehouses = useWarehouseSelect()
  const offered = warehouses.data?.data ?? []
  return (
    <RecordForm
      name="purchase"
      id={id}
      result={usePurchaseShow(id ?? '', freshly(id))}
      lookups={[warehouses]}
      title={id ? t('one') : t('create')}
      text={t('createText')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      // Where there is one warehouse, nobody chooses it.
      empty={() => emptyPurchase(offered.length === 1 ? (offered[0]?.id ?? null) : null, config.currency)}
      valuesOf={valuesOf}
      validate={{
        warehouse_id: required,
        currency: required,
        lines: { item_id: required, quantity: required },
      }}
      save={(values, kept) =>
        kept
          ? purchaseUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : purchaseCreate(inputOf(values))
      }
      refresh={refreshPurchases}
      leaveTo={(saved) => {
        const shown = saved?.id ?? id
        return shown ? paths['purchases.show']({ id: shown }) : paths['purchases.index']()
      }}
    >
      {(fields) => (
        <>
          <General fields={fields} isNew={id === undefined} />
          <LineFields fields={fields} />
          <Terms fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

type Fields = { fields: TiedFields<PurchaseValues> }

function General({ fields: { values, at, set, text, choice }, isNew }: Fields & { isNew: boolean }) {
  const { t } = useTranslation('purchases')
  const warehouses = useWarehouseSelect().data?.data ?? []
  return (
    <FormSection title={t('section.general')}>
      <TextInput {...text('supplier')} {...HALF} label={t('field.supplier')} maxLength={120} />
      <TextInput
        {...text('supplier_reference')}
        {...HALF}
        label={t('field.supplier_reference')}
        maxLength={80}
      />
      <Select
        {...choice('warehouse_id')}
        {...HALF}
        label={t('field.warehouse')}
        withAsterisk
        disabled={!isNew}
        searchable
        data={warehouses.map(({ id: value, label }) => ({ value, label }))}
      />
      <DayField
        {...at('expected_on')}
        {...HALF}
        label={t('field.expected_on')}
        value={values.expected_on ?? ''}
        onChange={(day) => set('expected_on', day || null)}
      />
      <ClientChoice
        {...at('client_id')}
        label={t('field.client')}
        placeholder={t('own')}
        description={t('ownerText')}
        name={values.client_name}
        value={values.client_id}
        onChange={(id, name) => {
          set('client_id', id)
          set('client_name', name ?? null)
        }}
      />
    </FormSection>
  )
}

function Terms({ fields: { values, at, set, text } }: Fields) {
  const { t } = useTranslation('purchases')
  return (
    <FormSection title={t('section.terms')}>
      <CurrencyChoice
        {...at('currency')}
        {...HALF}
        label={t('field.currency')}
        withAsterisk
        value={values.currency}
        onChange={(currency) => set('currency', currency)}
      />
      <WholeField
        {...at('over_percent')}
        {...HALF}
        label={t('field.over_percent')}
        description={t('overText')}
        max={100}
        value={values.over_percent}
        onChange={(percent) => set('over_percent', percent)}
      />
      <Textarea {...text('note')} label={t('field.note')} autosize minRows={2} maxLength={500} />
    </FormSection>
  )
}
