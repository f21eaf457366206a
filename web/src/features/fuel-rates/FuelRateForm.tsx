import { Autocomplete, Button, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  fuelRateCreate,
  fuelRateUpdate,
  useFuelRateSelect,
  useFuelRateShow,
} from '@/api/generated/endpoints/prices/prices'
import { freshly } from '@/api/record-query'
import type { FuelRate, FuelRateInput } from '@/api/schema'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { todayIn } from '@/ui/fields/birthday'
import { DayField } from '@/ui/fields/DayField'
import { DecimalField } from '@/ui/fields/DecimalField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { refreshFuelRates, useFuelRateDelete } from './useFuelRateDelete'

type FuelRateValues = {
  code: string | null
  valid_from: string | null
  pct: string | null
  note: string | null
  version?: number
}

const valuesOf = ({ code, valid_from, pct, note, version }: FuelRate): FuelRateValues => ({
  code,
  valid_from,
  pct,
  note,
  version,
})

/** The form is not sent without these. */
const inputOf = ({ code, valid_from, pct, note }: FuelRateValues): FuelRateInput => ({
  code: code ?? '',
  valid_from: valid_from ?? '',
  pct: pct ?? '0',
  note,
})

/** Creates a fuel rate, or changes the one of this id. */
export function FuelRateForm({ id }: { id?: string }) {
  const { t } = useTranslation('fuel-rates')
  const { required } = useRules()
  const { preferences } = useFormat()
  return (
    <RecordForm
      name="fuel-rate"
      id={id}
      result={useFuelRateShow(id ?? '', freshly(id))}
      title={id ? t('one') : t('create')}
      text={t('createText')}
      nameOf={({ code }) => code}
      action={(record) => <DeleteButton record={record} />}
      empty={(): FuelRateValues => ({
        code: null,
        valid_from: todayIn(preferences.timeZone),
        pct: null,
        note: null,
      })}
      valuesOf={valuesOf}
      validate={{ code: required, valid_from: required, pct: required }}
      save={(values, kept) =>
        kept
          ? fuelRateUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : fuelRateCreate(inputOf(values))
      }
      refresh={refreshFuelRates}
      submitLabel={t('save')}
      savedText={t('saved')}
      leaveTo={paths['fuel_rates.index']}
    >
      {(fields) => <Rate fields={fields} />}
    </RecordForm>
  )
}

function Rate({ fields }: { fields: TiedFields<FuelRateValues> }) {
  const { t } = useTranslation('fuel-rates')
  const { data } = useFuelRateSelect()
  return (
    <FormSection title={t('section.rate')} text={t('section.rateText')}>
      <Autocomplete
        {...fields.input('code')}
        {...HALF}
        label={t('field.code')}
        withAsterisk
        maxLength={40}
        data={data?.data.map(({ code }) => code)}
      />
      <DecimalField
        {...fields.at('pct')}
        {...HALF}
        label={t('field.pct')}
        unit="%"
        withAsterisk
        value={fields.values.pct}
        onChange={(pct) => fields.set('pct', pct)}
      />
      <DayField {...fields.input('valid_from')} {...HALF} label={t('field.valid_from')} withAsterisk />
      <TextInput {...fields.text('note')} {...HALF} label={t('field.note')} maxLength={200} />
    </FormSection>
  )
}

function DeleteButton({ record }: { record: FuelRate }) {
  const { t } = useTranslation('fuel-rates')
  const navigate = useNavigate()
  const remove = useFuelRateDelete()
  if (!record.can.delete) return null
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={async () => {
        if (await remove(record)) await navigate({ to: paths['fuel_rates.index']() })
      }}
    >
      {t('delete.action')}
    </Button>
  )
}
