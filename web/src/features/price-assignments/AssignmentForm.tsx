import { Button, Select } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  priceAssignmentCreate,
  priceAssignmentUpdate,
  usePriceAssignmentShow,
  usePriceTableSelect,
} from '@/api/generated/endpoints/prices/prices'
import { freshly } from '@/api/record-query'
import { type PriceAssignment, type PriceTableKind, priceScopeValues } from '@/api/schema'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice, ClientGroupChoice, PartnerChoice, ServiceChoice } from '@/shared/choices/RecordChoice'
import { useNamedClient } from '@/shared/choices/useNamedClient'
import { todayIn } from '@/ui/fields/birthday'
import { DayField } from '@/ui/fields/DayField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { refreshAssignments, useAssignmentDelete } from './useAssignmentDelete'
import { type AssignmentValues, emptyAssignment, inputOf, valuesOf } from './values'

type AssignmentFormProps = {
  id?: string
  /** The client from whose page it was opened. */
  clientId?: string | undefined
  /** The price tables from which it was opened. */
  sellTableId?: string | undefined
  costTableId?: string | undefined
}

/** Creates a price assignment, with what it was opened from chosen, or changes the one of this id. */
export function AssignmentForm({ id, clientId, sellTableId, costTableId }: AssignmentFormProps) {
  const { t } = useTranslation('price-assignments')
  const { required } = useRules()
  const { preferences } = useFormat()
  const client = useNamedClient(clientId)
  // A form that was begun from one place is no draft for another.
  const opener = clientId ?? sellTableId ?? costTableId
  const ofScope = (scope: string) => (value: string | null, values: AssignmentValues) =>
    values.scope === scope ? required(value) : null
  return (
    <RecordForm
      name={opener ? `price-assignment-of-${opener}` : 'price-assignment'}
      id={id}
      result={usePriceAssignmentShow(id ?? '', freshly(id))}
      title={id ? t('one') : t('create')}
      text={t('createText')}
      nameOf={({ scope, scope_name }) => scope_name ?? t(`scope.${scope}`)}
      action={(record) => <DeleteButton record={record} />}
      lookups={clientId ? [client] : []}
      empty={() => ({
        ...emptyAssignment(todayIn(preferences.timeZone)),
        client_id: clientId ?? null,
        sell_table_id: sellTableId ?? null,
        cost_table_id: costTableId ?? null,
      })}
      valuesOf={valuesOf}
      validate={{
        client_id: ofScope('client'),
        group_id: ofScope('group'),
        partner_id: ofScope('partner'),
        service_id: ofScope('service'),
        sell_table_id: (sell, { cost_table_id }) => (sell || cost_table_id ? null : required(sell)),
        valid_from: required,
      }}
      save={(values, kept) =>
        kept
          ? priceAssignmentUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : priceAssignmentCreate(inputOf(values))
      }
      refresh={refreshAssignments}
      submitLabel={t('save')}
      savedText={t('saved')}
      leaveTo={paths['price_assignments.index']}
    >
      {(fields) => (
        <>
          <Scope fields={fields} clientName={client.data?.data.name} />
          <Tables fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

type SectionProps = { fields: TiedFields<AssignmentValues> }

function Scope({ fields, clientName }: SectionProps & { clientName: string | undefined }) {
  const { t } = useTranslation('price-assignments')
  const { values, set, at } = fields
  return (
    <FormSection title={t('section.scope')} text={t('section.scopeText')}>
      <Select
        {...fields.choice('scope')}
        {...HALF}
        label={t('field.scope')}
        allowDeselect={false}
        data={priceScopeValues.map((value) => ({ value, label: t(`scope.${value}`) }))}
      />
      {values.scope === 'client' && (
        <div data-width="half">
          <ClientChoice
            {...at('client_id')}
            label={t('scope.client')}
            withAsterisk
            value={values.client_id}
            name={clientName}
            onChange={(id) => set('client_id', id)}
          />
        </div>
      )}
      {values.scope === 'group' && (
        <div data-width="half">
          <ClientGroupChoice
            {...at('group_id')}
            label={t('scope.group')}
            withAsterisk
            value={values.group_id}
            onChange={(id) => set('group_id', id)}
          />
        </div>
      )}
      {values.scope === 'partner' && (
        <div data-width="half">
          <PartnerChoice
            {...at('partner_id')}
            label={t('scope.partner')}
            withAsterisk
            value={values.partner_id}
            onChange={(id) => set('partner_id', id)}
          />
        </div>
      )}
      {values.scope !== 'company' && (
        <ServiceChoice
          {...at('service_id')}
          {...HALF}
          label={t('field.service_id')}
          placeholder={t('anyService')}
          withAsterisk={values.scope === 'service'}
          value={values.service_id}
          onChange={(id) => set('service_id', id)}
        />
      )}
    </FormSection>
  )
}

function Tables({ fields }: SectionProps) {
  const { t } = useTranslation('price-assignments')
  const { can } = useProfile()
  return (
    <FormSection title={t('section.tables')} text={t('section.tablesText')}>
      <TableChoice fields={fields} name="sell_table_id" kind="sell" />
      {can['price_cost.show'] && <TableChoice fields={fields} name="cost_table_id" kind="cost" />}
      <DayField {...fields.input('valid_from')} {...HALF} label={t('field.valid_from')} withAsterisk />
      <DayField {...fields.input('valid_to')} {...HALF} label={t('field.valid_to')} />
    </FormSection>
  )
}

type TableChoiceProps = SectionProps & { name: 'sell_table_id' | 'cost_table_id'; kind: PriceTableKind }

function TableChoice({ fields, name, kind }: TableChoiceProps) {
  const { t } = useTranslation('price-assignments')
  const { data } = usePriceTableSelect({ kind })
  return (
    <Select
      {...fields.choice(name)}
      {...HALF}
      label={t(`field.${name}`)}
      placeholder={t('nextScope')}
      searchable
      clearable
      data={data?.data.map(({ id, label }) => ({ value: id, label }))}
    />
  )
}

function DeleteButton({ record }: { record: PriceAssignment }) {
  const { t } = useTranslation('price-assignments')
  const navigate = useNavigate()
  const remove = useAssignmentDelete()
  if (!record.can.delete) return null
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={async () => {
        if (await remove(record)) await navigate({ to: paths['price_assignments.index']() })
      }}
    >
      {t('delete.action')}
    </Button>
  )
}
