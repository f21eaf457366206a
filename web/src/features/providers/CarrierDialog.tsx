import { Modal, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  getProviderCarrierShowQueryKey,
  providerCarrierUpdate,
  useWarehouseSelect,
} from '@/api/generated/endpoints/providers/providers'
import {
  type CarrierBuying,
  type CarrierService,
  carrierBuyingValues,
  type Provider,
  type ProviderCarrier,
} from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { SecretInput } from '@/ui/fields/SecretInput'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { localeText } from '@/ui/locale-text'
import { filledOf, linesOf } from './carrier-lines'

type CarrierDialogProps = { provider: Provider; link: ProviderCarrier; opened: boolean; onClose(): void }

/** The address of a server of carriers, its key, and the carrier's services. An empty address disconnects it. */
export default function CarrierDialog({ provider, link, opened, onClose }: CarrierDialogProps) {
  const { t } = useTranslation(['carrier-links', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <CarrierForm key={link.version} provider={provider} link={link} onClose={onClose} />
    </Modal>
  )
}

type CarrierValues = {
  url: string | null
  account: string | null
  warehouse_id: string | null
  buying: string | null
  services: CarrierService[]
}

function CarrierForm({ provider, link, onClose }: Omit<CarrierDialogProps, 'opened'>) {
  const { t } = useTranslation('carrier-links')
  const client = useQueryClient()
  // No draft of the browser keeps it.
  const [key, setKey] = useState('')
  const model = useResourceForm<CarrierValues, ProviderCarrier>({
    name: `provider-carrier-${provider.id}`,
    initial: {
      url: link.url,
      account: link.account,
      warehouse_id: link.warehouse_id,
      buying: link.buying,
      services: linesOf(provider.services, link.services),
    },
    submit: async ({ url, account, warehouse_id, buying, services }) => {
      const form = {
        url: url?.trim() || null,
        account: account?.trim() || null,
        warehouse_id,
        buying: (buying ?? 'manual') as CarrierBuying,
        services: filledOf(services),
        version: link.version,
        ...(key.trim() !== '' && { key: key.trim() }),
      }
      return (await providerCarrierUpdate(provider.id, form)).data
    },
    onSaved(saved) {
      void client.invalidateQueries({ queryKey: getProviderCarrierShowQueryKey(provider.id) })
      notify.success(saved.url ? t('saved') : t('disconnected'))
      onClose()
    },
  })
  const fields = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('save')} onCancel={cancel}>
      <FormSection title={t('section.server')}>
        <TextInput
          {...fields.text('url')}
          type="url"
          label={t('field.url')}
          description={t('field.urlText')}
          placeholder="https://karrio.example.com"
          maxLength={2000}
          data-autofocus
        />
        <TextInput
          {...fields.text('account')}
          label={t('field.account')}
          description={t('field.accountText')}
          maxLength={200}
          autoComplete="off"
        />
        <SecretInput
          {...fields.at('key')}
          label={t('field.key')}
          description={link.has_key ? t('field.keyAnew') : t('field.keyText')}
          maxLength={1000}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
      </FormSection>
      <Labels fields={fields} />
      <Services fields={fields} provider={provider} />
    </ResourceForm>
  )
}

type SectionProps = { fields: TiedFields<CarrierValues> }

function Labels({ fields }: SectionProps) {
  const { t } = useTranslation('carrier-links')
  const warehouses = useWarehouseSelect()
  const offered = warehouses.data?.data ?? []
  return (
    <FormSection title={t('section.labels')}>
      <Select
        {...fields.choice('buying')}
        label={t('field.buying')}
        description={t('field.buyingText')}
        allowDeselect={false}
        data={carrierBuyingValues.map((value) => ({ value, label: t(`buying.${value}`) }))}
      />
      <Select
        {...fields.choice('warehouse_id')}
        label={t('field.warehouse')}
        description={t('field.warehouseText')}
        clearable
        searchable
        data={offered.map(({ id, label }) => ({ value: id, label }))}
      />
    </FormSection>
  )
}

function Services({ fields, provider }: SectionProps & { provider: Provider }) {
  const { t, i18n } = useTranslation('carrier-links')
  const { services } = fields.values
  const nameOf = (id: string) => {
    const found = provider.services.find((service) => service.id === id)
    return found ? localeText(found.title_locale, i18n.language) || found.code : '…'
  }
  return (
    <FormSection title={t('services')} text={services.length > 0 ? t('servicesText') : t('servicesNone')}>
      {services.map((line, at) => (
        <TextInput
          key={line.service_id}
          {...fields.at(`services.${at}.carrier_service`)}
          label={nameOf(line.service_id)}
          placeholder="usps_ground_advantage"
          maxLength={100}
          autoComplete="off"
          value={line.carrier_service}
          onChange={(event) => {
            const carrier_service = event.currentTarget.value
            fields.set(
              'services',
              services.map((one, index) => (index === at ? { ...one, carrier_service } : one)),
            )
          }}
        />
      ))}
    </FormSection>
  )
}
