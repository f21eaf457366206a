import { Fieldset, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportField } from '@/api/schema'
import { useProfile } from '@/context/session'
import { fieldOptions } from './fields'
import { useImportKind } from './kind'
import classes from './MapStep.module.css'
import { constantOf, setConstant } from './mapping'
import type { PartOf } from './part'
import { ValueField } from './ValueField'

const SHIPMENT: readonly ImportField[] = ['service', 'contents_type', 'currency', 'incoterm', 'source']
const SENDER: readonly ImportField[] = [
  'from_name',
  'from_document',
  'from_email',
  'from_phone',
  'from_country',
  'from_postcode',
  'from_state',
  'from_city',
  'from_address_1',
  'from_address_number',
  'from_address_complement',
  'from_address_2',
]

const CLIENT: readonly ImportField[] = [
  'client_person_type',
  'client_country',
  'client_state',
  'client_city',
  'client_group',
  'client_default_service',
  'client_language',
  'client_currency',
  'client_payment_terms_days',
]

const STOCK: readonly ImportField[] = ['stock_warehouse', 'stock_place', 'stock_owner', 'stock_currency']

/** The usual fields of lines that are records themselves. */
const OWN = {
  clients: { legend: 'group.client', fields: CLIENT },
  stock: { legend: 'group.stock', fields: STOCK },
} as const

/** Fixed values for fields that the file lacks or leaves blank in some rows. */
export function Constants({
  mapping,
  onChange,
  fields,
  errors,
  sendsItself,
}: PartOf & {
  /** The client is the sender as long as the file and these values name none. */
  sendsItself: boolean
}) {
  const { t } = useTranslation('imports')
  const { is_outside } = useProfile()
  const [added, setAdded] = useState<ImportField[]>([])
  const { own } = useImportKind()
  const usual = own ? OWN[own].fields : [...SHIPMENT, ...SENDER]
  const kept = mapping.constants.map(({ field }) => field)
  const others = [...new Set([...kept, ...added])].filter((field) => !usual.includes(field))
  const isOffered = (field: ImportField) => fields.some((info) => info.field === field)
  const inputs = (list: readonly ImportField[]) => (
    <div className={classes.fields}>
      {list.filter(isOffered).map((field) => (
        <ValueField
          key={field}
          info={fields.find((info) => info.field === field)}
          field={field}
          value={constantOf(mapping, field)}
          column={mapping.columns.find((column) => column.field === field)?.source}
          onChange={(value) => onChange(setConstant(mapping, field, value))}
          error={errors[`constant:${field}`]}
        />
      ))}
    </div>
  )
  return (
    <>
      {own && <Fieldset legend={t(OWN[own].legend)}>{inputs(OWN[own].fields)}</Fieldset>}
      {!own && <Fieldset legend={t('group.shipment')}>{inputs(SHIPMENT)}</Fieldset>}
      {!own && (
        <Fieldset legend={t('group.sender')}>
          {sendsItself && (
            <Text size="sm" c="dimmed" mb="xs">
              {t(is_outside ? 'map.ownSenderYou' : 'map.ownSender')}
            </Text>
          )}
          {inputs(SENDER)}
        </Fieldset>
      )}
      {others.length > 0 && <Fieldset legend={t('map.others')}>{inputs(others)}</Fieldset>}
      <Select
        maw="28rem"
        label={t('map.addConstant')}
        placeholder={t('map.chooseField')}
        data={fieldOptions(fields, t, (field) => usual.includes(field) || others.includes(field))}
        value={null}
        onChange={(field) => field && setAdded([...added, field as ImportField])}
        searchable
        nothingFoundMessage={t('nothingFound')}
      />
    </>
  )
}
