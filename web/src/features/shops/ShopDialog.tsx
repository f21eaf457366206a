import { Modal, Select, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shopCreate, shopUpdate } from '@/api/generated/endpoints/integrations/integrations'
import { type Shop, type ShopKind, type ShopWithSecret, shopKindValues } from '@/api/schema'
import { useProfile } from '@/context/session'
import { ClientChoice, ServiceChoice } from '@/shared/choices/RecordChoice'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { SecretInput } from '@/ui/fields/SecretInput'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { SecretOnce } from '@/ui/SecretOnce'
import { refreshShops } from './refresh'
import { ShopAddress } from './ShopAddress'
import { channelOf } from './words'

type ShopDialogProps = { shop?: Shop; opened: boolean; onClose(): void }

/** Days of a new connection, of which a user chooses one. */
const LIFETIMES = ['90', '365', '730'] as const

/** A new shop, and then the address to enter in it; or the name, service and secret of one. */
export default function ShopDialog({ shop, opened, onClose }: ShopDialogProps) {
  const { t } = useTranslation(['shops', 'common'])
  const [made, setMade] = useState<ShopWithSecret>()

  function close() {
    setMade(undefined)
    onClose()
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={close}
      // A click beside it must not lose what is shown once.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      size="lg"
      title={shop ? t('update.title', { name: shop.name }) : t('create.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {made ? (
        <Made made={made} onKept={close} />
      ) : (
        <ShopForm shop={shop} onClose={onClose} onMade={setMade} />
      )}
    </Modal>
  )
}

/** The address of a new shop, with the secret that was made for it. */
function Made({ made: { shop, secret }, onKept }: { made: ShopWithSecret; onKept(): void }) {
  const { t } = useTranslation('shops')
  const texts = {
    label: t('secret.label'),
    once: secret ? t('secret.once') : t('secret.ofShop'),
    copy: t('secret.copy'),
    copied: t('secret.copied'),
    kept: t('secret.kept'),
  }
  if (secret) {
    return (
      <SecretOnce secret={secret} texts={texts} onKept={onKept}>
        <ShopAddress shop={shop} />
      </SecretOnce>
    )
  }
  return (
    <Stack>
      <ShopAddress shop={shop} />
      <ShopForm shop={shop} onClose={onKept} onMade={onKept} />
    </Stack>
  )
}

type ShopValues = {
  kind: string | null
  name: string | null
  channel: string | null
  client_id: string | null
  service_id: string | null
  days: string | null
}
type ShopFormProps = { shop: Shop | undefined; onClose(): void; onMade(made: ShopWithSecret): void }

/** The new shop with its secret; none for one that was changed. */
async function save(shop: Shop | undefined, values: ShopValues, secret: string) {
  const form = {
    name: values.name?.trim() ?? '',
    service_id: values.service_id,
    ...(secret.trim() !== '' && { secret: secret.trim() }),
  }
  if (shop) {
    await shopUpdate(shop.id, { ...form, version: shop.version })
    return undefined
  }
  const draft = {
    ...form,
    kind: values.kind as ShopKind,
    channel: values.channel?.trim() || channelOf(form.name),
    client_id: values.client_id,
    expires_in_days: Number(values.days ?? LIFETIMES[1]),
  }
  return (await shopCreate(draft)).data
}

function ShopForm({ shop, onClose, onMade }: ShopFormProps) {
  const { t } = useTranslation('shops')
  const { can, is_outside } = useProfile()
  const { required } = useRules()
  const client = useQueryClient()
  // No draft of the browser keeps it.
  const [secret, setSecret] = useState('')
  // A secret that is not asked for any more is not sent: WooCommerce gets one of ours.
  const isSecretAsked = (kind: string | null) => shop !== undefined || kind === 'shopify'
  const model = useResourceForm<ShopValues, ShopWithSecret | undefined>({
    name: shop ? `shop-${shop.id}` : 'shop',
    initial: {
      kind: shop?.kind ?? 'shopify',
      name: shop?.name ?? null,
      channel: shop?.channel ?? null,
      client_id: shop?.client_id ?? null,
      service_id: shop?.service_id ?? null,
      days: LIFETIMES[1],
    },
    validate: { name: required },
    submit: (values) => save(shop, values, isSecretAsked(values.kind) ? secret : ''),
    onSaved(made) {
      refreshShops(client)
      if (made) return onMade(made)
      notify.success(t('update.done'))
      onClose()
    },
  })
  const { values, set, at, text, choice } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t(shop ? 'update.save' : 'create.make')} onCancel={cancel}>
      <FormSection title={t('section.shop')}>
        {!shop && (
          <Select
            {...choice('kind')}
            label={t('field.kind')}
            allowDeselect={false}
            data={shopKindValues.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
          />
        )}
        <TextInput {...text('name')} label={t('field.name')} withAsterisk maxLength={80} data-autofocus />
        {isSecretAsked(values.kind) && (
          <SecretInput
            {...at('secret')}
            label={t('field.secret')}
            description={shop ? t('field.secretAnew') : t('field.secretLater')}
            maxLength={200}
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
        )}
      </FormSection>
      <FormSection title={t('section.orders')}>
        {!shop && (
          <TextInput
            {...text('channel')}
            label={t('field.channel')}
            description={t('field.channelText')}
            placeholder={channelOf(values.name ?? '')}
            maxLength={40}
          />
        )}
        {!shop && !is_outside && can['client.select'] && (
          <ClientChoice
            {...at('client_id')}
            label={t('field.client')}
            description={t('field.clientText')}
            value={values.client_id}
            onChange={(id) => set('client_id', id)}
          />
        )}
        <ServiceChoice
          {...at('service_id')}
          label={t('field.service')}
          description={t('field.serviceText')}
          value={values.service_id}
          onChange={(id) => set('service_id', id)}
        />
        {!shop && (
          <Select
            {...choice('days')}
            label={t('field.lifetime')}
            allowDeselect={false}
            data={LIFETIMES.map((days) => ({ value: days, label: t(`lifetime.${days}`) }))}
          />
        )}
      </FormSection>
    </ResourceForm>
  )
}
