import { NumberInput, SegmentedControl, Skeleton, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { invoiceCreate, invoiceUpdate, useInvoiceShow } from '@/api/generated/endpoints/finance/finance'
import { freshly } from '@/api/record-query'
import type { Invoice } from '@/api/schema'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { notify } from '@/ui/dialogs/notify'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { refreshInvoices } from '../refresh'
import { Charges } from './Charges'
import classes from './Draft.module.css'
import { Preview } from './Preview'
import { type DraftValues, emptyDraft, inputOf, ownAmountsOf, valuesOf } from './values'

/** Writes a draft, or changes the one of this id. */
export function DraftForm({ id, client }: { id?: string; client?: string | undefined }) {
  const { t } = useTranslation('invoice-new')
  const result = useInvoiceShow(id ?? '', freshly(id))
  // A form opens with the record as it is now, not as a page showed it a while ago.
  const draft = result.isFetchedAfterMount ? result.data?.data : undefined
  return (
    <ResourcePage title={id ? t('titleEdit') : t('title')} text={t('text')}>
      {(draft || !id) && <Opened draft={draft} client={client} newest={() => newestOf(result)} />}
      {id && !draft && result.error ? <LoadFailure title={t('charges.failed')} result={result} /> : null}
      {id && !draft && !result.error && <Skeleton h="60vh" radius="md" />}
    </ResourcePage>
  )
}

type Refetched = { data: { data: Invoice } | undefined; error: unknown }

async function newestOf({ refetch }: { refetch(): Promise<Refetched> }) {
  const { data, error } = await refetch()
  if (!data) throw error
  return valuesOf(data.data)
}

type OpenedProps = { draft: Invoice | undefined; client: string | undefined; newest(): Promise<DraftValues> }

function Opened({ draft, client, newest }: OpenedProps) {
  const { t } = useTranslation('invoice-new')
  const { config } = useSite()
  const { required } = useRules()
  const format = useFormat()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const model = useResourceForm<DraftValues, Invoice>({
    name: draft ? `invoice-${draft.id}` : 'invoice',
    initial: draft
      ? valuesOf(draft)
      : emptyDraft({ currency: config.currency, today: format.today(), client }),
    validate: {
      client_id: required,
      // A new draft takes the client's terms.
      terms_days: (days) => (draft ? required(days) : null),
      period_to: (day, { mode }) => (mode === 'period' ? required(day) : null),
      shipment_ids: (ids, { mode }) => (mode === 'chosen' && ids.length === 0 ? t('nothingChosen') : null),
    },
    ...(draft && { newest }),
    submit: async (values) =>
      draft
        ? (await invoiceUpdate(draft.id, { ...inputOf(values), version: values.version ?? draft.version }))
            .data
        : (
            await invoiceCreate({
              ...inputOf(values),
              // The form is not sent without it.
              client_id: values.client_id ?? '',
              currency: values.currency,
            })
          ).data,
    onSaved(saved) {
      refreshInvoices(queryClient, saved)
      notify.success(t('saved'))
      void navigate({ href: paths['invoices.show'](saved) })
    },
  })
  const fields = useTiedFields(model.form)
  return (
    <div className={classes.columns}>
      <ResourceForm
        model={model}
        submitLabel={t('save')}
        onCancel={() =>
          void navigate({ href: draft ? paths['invoices.show'](draft) : paths['invoices.index']() })
        }
      >
        <FormSection title={t('section.client')} text={t('section.clientText')}>
          <Client fields={fields} fixed={draft !== undefined} />
        </FormSection>
        <FormSection title={t('section.charges')}>
          <What fields={fields} draft={draft?.id} />
        </FormSection>
      </ResourceForm>
      <Preview
        values={fields.values}
        draft={draft?.id}
        own={ownAmountsOf(draft)}
        onAll={() => fields.patch({ period_from: null, period_to: format.today() })}
        {...(!draft && { onCurrency: (currency: string) => fields.patch({ currency, shipment_ids: [] }) })}
      />
    </div>
  )
}

type PartProps = { fields: TiedFields<DraftValues> }

function Client({ fields, fixed }: PartProps & { fixed: boolean }) {
  const { t } = useTranslation('invoice-new')
  const { values, at, set, patch, text } = fields
  return (
    <>
      <div data-width="half">
        <ClientChoice
          {...at('client_id')}
          label={t('field.client')}
          withAsterisk
          disabled={fixed}
          value={values.client_id}
          name={values.client_name}
          onChange={(client_id, client_name) => patch({ client_id, client_name, shipment_ids: [] })}
        />
      </div>
      <CurrencyChoice
        {...at('currency')}
        {...HALF}
        label={t('field.currency')}
        disabled={fixed}
        value={values.currency}
        onChange={(currency) => currency && patch({ currency, shipment_ids: [] })}
      />
      <NumberInput
        {...at('terms_days')}
        {...HALF}
        label={t('field.terms')}
        placeholder={t('field.termsOfClient')}
        min={0}
        max={365}
        clampBehavior="none"
        allowDecimal={false}
        value={values.terms_days ?? ''}
        onChange={(days) => set('terms_days', typeof days === 'number' ? days : null)}
      />
      <Textarea {...text('note')} label={t('field.note')} autosize minRows={2} maxLength={1000} />
    </>
  )
}

/** A period with everything in it, or single charges. */
function What({ fields, draft }: PartProps & { draft: string | undefined }) {
  const { t } = useTranslation('invoice-new')
  const { values, errors, set, patch } = fields
  const { mode, client_id, period_from, period_to } = values
  return (
    <>
      <SegmentedControl
        aria-label={t('modes')}
        value={mode}
        data={[
          { value: 'period', label: t('mode.period') },
          { value: 'chosen', label: t('mode.chosen') },
          { value: 'own', label: t('mode.own') },
        ]}
        onChange={(chosen) => set('mode', chosen as DraftValues['mode'])}
      />
      {mode === 'period' && (
        <div data-path="period_to">
          <DateRangeFilter
            label={t('period')}
            value={{ from: period_from ?? undefined, to: period_to ?? undefined }}
            onChange={({ from, to }) => patch({ period_from: from ?? null, period_to: to ?? null })}
          />
          {errors.period_to && (
            <Text size="sm" c="red" mt={4}>
              {errors.period_to}
            </Text>
          )}
        </div>
      )}
      {mode === 'chosen' && client_id && <Charges fields={fields} draft={draft} />}
      {mode === 'own' && <Text size="sm">{t('ownText')}</Text>}
      {mode === 'chosen' && !client_id && <Text size="sm">{t('charges.chooseClient')}</Text>}
    </>
  )
}
