import { Input, SegmentedControl, Select, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { placeAtRows } from '@/api/errors'
import { FOREVER } from '@/api/forever'
import { useLookupTimezones } from '@/api/generated/endpoints/lookups/lookups'
import {
  useWarehouseShow,
  warehouseCreate,
  warehouseUpdate,
} from '@/api/generated/endpoints/providers/providers'
import { freshly } from '@/api/record-query'
import { type Warehouse, warehouseTypeValues } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordAddress } from '@/blocks/RecordAddress'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { AirportChoice } from '@/shared/choices/AirportChoice'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { ProviderChoice, SubsidiaryChoice } from '@/shared/choices/RecordChoice'
import { MoneyField } from '@/ui/fields/MoneyField'
import { TimeZoneSelect } from '@/ui/fields/TimeZoneSelect'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { IntakeSection } from './IntakeSection'
import { PickupSection } from './PickupSection'
import { StorageRates } from './StorageRates'
import { refreshWarehouses, useWarehouseSwitch } from './useWarehouseSwitch'
import {
  emptyWarehouse,
  inputOf,
  listSentRows,
  newStorage,
  STORAGE_FEES,
  type StorageValues,
  valuesOf,
  type WarehouseValues,
} from './values'

/** Creates a warehouse, or changes the one of this id. */
export function WarehouseForm({ id }: { id?: string }) {
  const { t } = useTranslation('warehouses')
  const { required } = useRules()
  const { config } = useSite()
  const { menu } = useProfile()
  const switching = useWarehouseSwitch()
  const result = useWarehouseShow(id ?? '', freshly(id))
  return (
    <RecordForm
      name="warehouse"
      id={id}
      result={result}
      lookups={[useChoices()]}
      title={id ? t('one') : t('create')}
      nameOf={({ name }) => name}
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={() => emptyWarehouse(config.country_id, config.time_zone)}
      valuesOf={valuesOf}
      validate={{
        code: required,
        name: required,
        city: required,
        country_id: required,
        subsidiary_id: (id, { run_by }) => (run_by === 'subsidiary' ? required(id) : null),
        provider_id: (id, { run_by }) => (run_by === 'provider' ? required(id) : null),
      }}
      save={save}
      refresh={refreshWarehouses}
      submitLabel={t('save')}
      leaveTo={paths['warehouses.index']}
    >
      {(fields) => (
        <>
          <General fields={fields} record={result.data?.data} />
          <FormSection title={t('section.address')} text={t('section.addressText')}>
            <RecordAddress fields={fields} />
          </FormSection>
          {menu.pickups && <PickupSection fields={fields} />}
          <Storage fields={fields} />
          {fields.values.storage && <IntakeSection fields={fields} />}
        </>
      )}
    </RecordForm>
  )
}

async function save(values: WarehouseValues, kept: { id: string; version: number } | undefined) {
  const input = inputOf(values)
  try {
    return await (kept
      ? warehouseUpdate(kept.id, { ...input, version: kept.version })
      : warehouseCreate(input))
  } catch (error) {
    throw placeAtRows(error, listSentRows(values))
  }
}

type GeneralProps = { fields: TiedFields<WarehouseValues>; record: Warehouse | undefined }

function General({ fields, record }: GeneralProps) {
  const { t } = useTranslation('warehouses')
  const { data: zones } = useLookupTimezones(undefined, FOREVER)
  const { values, at, set, text } = fields
  return (
    <FormSection title={t('section.general')} text={t('section.generalText')}>
      <TextInput {...text('code')} {...HALF} label={t('field.code')} withAsterisk maxLength={20} />
      <TextInput {...text('name')} {...HALF} label={t('field.name')} withAsterisk maxLength={80} />
      <Select
        {...at('warehouse_type')}
        {...HALF}
        label={t('field.warehouse_type')}
        allowDeselect={false}
        data={warehouseTypeValues.map((value) => ({ value, label: t(`type.${value}`) }))}
        value={values.warehouse_type}
        onChange={(value) => value && set('warehouse_type', value)}
      />
      <TimeZoneSelect
        {...at('time_zone')}
        {...HALF}
        label={t('field.time_zone')}
        zones={zones?.data ?? []}
        value={values.time_zone}
        onChange={(zone) => set('time_zone', zone)}
      />
      <Keeper fields={fields} record={record} />
      <AirportChoice
        {...at('airport')}
        label={t('field.airport')}
        value={values.airport}
        onChange={(iata) => set('airport', iata)}
      />
      <TextInput
        {...text('hours')}
        label={t('field.hours')}
        description={t('hint.hours')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={200}
      />
    </FormSection>
  )
}

/** Whether clients can have parcels sent here, and what their storage costs. */
function Storage({ fields: { form, values, at, set } }: Pick<GeneralProps, 'fields'>) {
  const { t } = useTranslation('warehouses')
  const { config } = useSite()
  const { storage } = values
  const change = (part: Partial<StorageValues>) => storage && set('storage', { ...storage, ...part })
  return (
    <FormSection title={t('section.storage')} text={t('section.storageText')}>
      <Switch
        label={t('storage.on')}
        description={t('storage.onText')}
        checked={storage !== null}
        onChange={(event) => set('storage', event.currentTarget.checked ? newStorage(config.currency) : null)}
      />
      {storage && (
        <>
          <WholeField
            {...at('storage.free_days')}
            {...HALF}
            label={t('field.storage_free_days')}
            description={t('hint.storage_free_days')}
            max={365}
            value={storage.free_days}
            onChange={(free_days) => change({ free_days })}
          />
          <WholeField
            {...at('storage.free_days_packed')}
            {...HALF}
            label={t('field.storage_free_days_packed')}
            description={t('hint.storage_free_days_packed')}
            max={365}
            value={storage.free_days_packed}
            onChange={(free_days_packed) => change({ free_days_packed })}
          />
          <WholeField
            {...at('storage.cap_days')}
            {...HALF}
            label={t('field.storage_cap_days')}
            description={t('hint.storage_cap_days')}
            max={3650}
            value={storage.cap_days}
            onChange={(cap_days) => change({ cap_days })}
          />
          <MoneyField
            {...at('storage.fee_per_day')}
            {...HALF}
            label={t('field.storage_fee')}
            value={storage.fee_per_day}
            {...(storage.currency && { currency: storage.currency })}
            onChange={(fee_per_day) => change({ fee_per_day })}
          />
          <CurrencyChoice
            {...at('storage.currency')}
            {...HALF}
            label={t('field.storage_currency')}
            value={storage.currency}
            onChange={(currency) => change({ currency })}
          />
          {STORAGE_FEES.map((fee) => (
            <MoneyField
              key={fee}
              {...at(`storage.${fee}`)}
              {...HALF}
              label={t(`field.storage_${fee}`)}
              value={storage[fee]}
              {...(storage.currency && { currency: storage.currency })}
              onChange={(amount) => change({ [fee]: amount })}
            />
          ))}
          <Switch
            label={t('field.storage_charge_abandoned')}
            description={t('hint.storage_charge_abandoned')}
            checked={storage.charge_abandoned}
            onChange={(event) => change({ charge_abandoned: event.currentTarget.checked })}
          />
          <StorageRates
            at={at}
            rates={storage.rates}
            currency={storage.currency}
            onChange={(rates) => change({ rates })}
            onRemove={(index) => form.removeListItem('storage.rates', index)}
          />
        </>
      )}
    </FormSection>
  )
}

/** Who runs it: the company, a branch or a provider. */
function Keeper({ fields: { values, at, set }, record }: GeneralProps) {
  const { t } = useTranslation('warehouses')
  return (
    <>
      <Input.Wrapper label={t('runBy.label')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('runBy.label')}
          value={values.run_by}
          data={[
            { value: 'company', label: t('runBy.company') },
            { value: 'subsidiary', label: t('runBy.subsidiary') },
            { value: 'provider', label: t('runBy.provider') },
          ]}
          onChange={(value) => set('run_by', value)}
        />
      </Input.Wrapper>
      {values.run_by === 'subsidiary' && (
        <SubsidiaryChoice
          {...at('subsidiary_id')}
          label={t('field.subsidiary')}
          withAsterisk
          value={values.subsidiary_id}
          name={record?.run_by}
          onChange={(id) => set('subsidiary_id', id)}
        />
      )}
      {values.run_by === 'provider' && (
        <ProviderChoice
          {...at('provider_id')}
          label={t('field.provider')}
          withAsterisk
          value={values.provider_id}
          name={record?.run_by}
          onChange={(id) => set('provider_id', id)}
        />
      )}
    </>
  )
}
