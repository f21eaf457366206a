import { ActionIcon, Button, Select, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pickListCreate } from '@/api/generated/endpoints/stock/stock'
import type { PickListDetails } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { StockItemChoice } from '@/shared/choices/StockChoice'
import { useNamedClient } from '@/shared/choices/useNamedClient'
import { notify } from '@/ui/dialogs/notify'
import { MoneyField } from '@/ui/fields/MoneyField'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { ResourcePage } from '@/ui/ResourcePage'
import classes from './PickLists.module.css'
import { refreshPickLists } from './refresh'
import { useWarehouseOptions } from './useWarehouseOptions'
import { emptyLine, emptyPickList, inputOf, type PickListValues } from './values'

/** Most lines of a list. */
const MOST = 1000

/** Makes a pick list. */
export function PickListForm() {
  const { t } = useTranslation('pick-lists')
  const { required } = useRules()
  const { config } = useSite()
  const { is_outside } = useProfile()
  const client = useQueryClient()
  const navigate = useNavigate()
  const model = useResourceForm<PickListValues, PickListDetails>({
    name: 'pick-list',
    initial: emptyPickList(config.currency),
    validate: { warehouse_id: required, lines: { item_id: required, quantity: required } },
    submit: async (values) => (await pickListCreate(inputOf(values))).data,
    async onSaved(saved) {
      refreshPickLists(client, saved)
      notify.success(t('created', { number: saved.number }))
      await navigate({ href: paths['pick_lists.show']({ id: saved.id }) })
    },
  })
  const fields = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    void navigate({ href: paths['pick_lists.index']() })
  }

  return (
    <ResourcePage
      title={is_outside ? t('forClients.create') : t('create')}
      text={is_outside ? t('forClients.createText') : t('createText')}
      width="form"
    >
      <ResourceForm model={model} submitLabel={t('action.create')} onCancel={cancel}>
        <General fields={fields} />
        <Lines fields={fields} />
        {is_outside ? <Note fields={fields} /> : <Rules fields={fields} />}
      </ResourceForm>
    </ResourcePage>
  )
}

type Fields = { fields: TiedFields<PickListValues> }

function General({ fields: { values, at, set, text, choice } }: Fields) {
  const { t } = useTranslation('pick-lists')
  const { is_outside } = useProfile()
  const warehouses = useWarehouseOptions()
  return (
    <FormSection title={t('section.general')}>
      <Select
        {...choice('warehouse_id')}
        {...HALF}
        label={t('field.warehouse')}
        withAsterisk
        searchable
        data={warehouses}
      />
      <TextInput {...text('reference')} {...HALF} label={t('field.reference')} maxLength={80} />
      {!is_outside && (
        <ClientChoice
          {...at('client_id')}
          label={t('field.client')}
          placeholder={t('own')}
          description={t('ownerText')}
          value={values.client_id}
          onChange={(id) => set('client_id', id)}
        />
      )}
      <TextInput
        {...text('channel')}
        {...HALF}
        label={t('field.channel')}
        description={t('orderText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={60}
      />
      <TextInput {...text('external_id')} {...HALF} label={t('field.external_id')} maxLength={120} />
    </FormSection>
  )
}

function Lines({ fields: { values, at, set } }: Fields) {
  const { t } = useTranslation('pick-lists')
  const { is_outside } = useProfile()
  const { lines } = values
  return (
    <FormSection title={t('section.lines')} text={t('section.linesText')}>
      {lines.map((line, index) => (
        <div key={line.key} className={classes.typed}>
          <StockItemChoice
            {...at(`lines.${index}.item_id`)}
            label={t('lineItem', { number: index + 1 })}
            withAsterisk
            {...(!is_outside && { owner: values.client_id })}
            value={line.item_id}
            onChange={(item_id) => set('lines', lines.with(index, { ...line, item_id }))}
          />
          <WholeField
            {...at(`lines.${index}.quantity`)}
            label={t('field.quantity')}
            withAsterisk
            max={1_000_000_000}
            value={line.quantity}
            onChange={(quantity) => set('lines', lines.with(index, { ...line, quantity }))}
          />
          <MoneyField
            {...at(`lines.${index}.unit_value`)}
            label={t('field.unit_value')}
            decimals={4}
            value={line.unit_value}
            {...(values.currency && { currency: values.currency })}
            onChange={(unit_value) => set('lines', lines.with(index, { ...line, unit_value }))}
          />
          <ActionIcon
            variant="default"
            size={44}
            disabled={lines.length === 1}
            aria-label={t('removeLine', { number: index + 1 })}
            onClick={() => set('lines', lines.toSpliced(index, 1))}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          disabled={lines.length >= MOST}
          leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
          onClick={() => set('lines', [...lines, emptyLine()])}
        >
          {t('addLine')}
        </Button>
      </div>
      {lines.some(({ unit_value }) => unit_value !== null) && (
        <CurrencyChoice
          {...at('currency')}
          {...HALF}
          label={t('field.currency')}
          description={t('valueText')}
          withAsterisk
          value={values.currency}
          onChange={(currency) => set('currency', currency)}
        />
      )}
    </FormSection>
  )
}

function Rules({ fields: { values, at, set, text } }: Fields) {
  const { t } = useTranslation('pick-lists')
  const { can } = useProfile()
  const owner = useNamedClient(can['client.show'] ? (values.client_id ?? undefined) : undefined)
  const usual = owner.data?.data.min_remaining_days
  return (
    <FormSection title={t('section.rules')} text={t('section.rulesText')}>
      <WholeField
        {...at('min_remaining_days')}
        {...HALF}
        label={t('field.min_remaining_days')}
        description={t('remainingText')}
        {...(typeof usual === 'number' && { placeholder: t('remainingOfClient', { number: usual }) })}
        max={3650}
        value={values.min_remaining_days}
        onChange={(days) => set('min_remaining_days', days)}
      />
      <TextInput
        {...text('zone')}
        {...HALF}
        label={t('field.zone')}
        description={t('zoneText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={32}
        autoCapitalize="characters"
      />
      <WholeField
        {...at('hold_hours')}
        {...HALF}
        label={t('field.hold_hours')}
        description={t('hoursText')}
        min={1}
        max={720}
        value={values.hold_hours}
        onChange={(hours) => set('hold_hours', hours)}
      />
      <Textarea {...text('note')} label={t('field.note')} autosize minRows={2} maxLength={500} />
    </FormSection>
  )
}

function Note({ fields: { text } }: Fields) {
  const { t } = useTranslation('pick-lists')
  return (
    <FormSection title={t('field.note')}>
      <Textarea {...text('note')} label={t('field.note')} autosize minRows={2} maxLength={500} />
    </FormSection>
  )
}
