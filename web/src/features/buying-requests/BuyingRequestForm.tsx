import { Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useInboundParcelPlaces } from '@/api/generated/endpoints/receiving/receiving'
import { buyingRequestCreate } from '@/api/generated/endpoints/stock/stock'
import type { BuyingRequest } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { notify } from '@/ui/dialogs/notify'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { ResourcePage } from '@/ui/ResourcePage'
import { refreshBuyingRequests } from './refresh'

/** All fields there, unset ones null. */
type RequestValues = {
  client_id: string | null
  warehouse_id: string | null
  title: string | null
  url: string | null
  details: string | null
  quantity: number | null
}

const EMPTY: RequestValues = {
  client_id: null,
  warehouse_id: null,
  title: null,
  url: null,
  details: null,
  quantity: 1,
}

/** Asks for goods to be bought. */
export function BuyingRequestForm() {
  const { t } = useTranslation('buying-requests')
  const { required } = useRules()
  const { is_outside } = useProfile()
  const places = useInboundParcelPlaces().data?.data ?? []
  const client = useQueryClient()
  const navigate = useNavigate()
  const model = useResourceForm<RequestValues, BuyingRequest>({
    name: 'buying-request',
    initial: EMPTY,
    validate: {
      client_id: (id) => (is_outside ? null : required(id)),
      warehouse_id: required,
      title: required,
      quantity: required,
    },
    submit: async ({ warehouse_id, title, quantity, ...values }) =>
      (
        await buyingRequestCreate({
          ...values,
          warehouse_id: warehouse_id ?? '',
          title: title ?? '',
          quantity: quantity ?? 1,
        })
      ).data,
    async onSaved(saved) {
      refreshBuyingRequests(client, saved)
      notify.success(t('created', { number: saved.number }))
      await navigate({ href: paths['buying_requests.show']({ id: saved.id }) })
    },
  })
  const { values, set, at, text, choice } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    void navigate({ href: paths['buying_requests.index']() })
  }

  return (
    <ResourcePage
      title={is_outside ? t('forClients.create') : t('create')}
      text={is_outside ? t('forClients.createText') : t('createText')}
      width="form"
    >
      <ResourceForm model={model} submitLabel={t('action.create')} onCancel={cancel}>
        <FormSection title={t('goods')}>
          {!is_outside && (
            <ClientChoice
              {...at('client_id')}
              label={t('field.client')}
              withAsterisk
              value={values.client_id}
              onChange={(id) => set('client_id', id)}
            />
          )}
          <TextInput {...text('title')} label={t('field.title')} withAsterisk maxLength={200} />
          <TextInput
            {...text('url')}
            label={t('field.url')}
            description={t('urlText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={2000}
            inputMode="url"
            autoCapitalize="none"
          />
          <WholeField
            {...at('quantity')}
            {...HALF}
            label={t('field.quantity')}
            withAsterisk
            min={1}
            max={1_000_000}
            value={values.quantity}
            onChange={(units) => set('quantity', units)}
          />
          <Select
            {...choice('warehouse_id')}
            {...HALF}
            label={t('field.warehouse')}
            description={t('warehouseText')}
            withAsterisk
            searchable
            data={places.map(({ warehouse_id: value, name: label }) => ({ value, label }))}
          />
          <Textarea
            {...text('details')}
            label={t('field.details')}
            description={t('detailsText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autosize
            minRows={2}
            maxLength={1000}
          />
        </FormSection>
      </ResourceForm>
    </ResourcePage>
  )
}
