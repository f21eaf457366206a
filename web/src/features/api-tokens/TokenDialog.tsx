import { Button, Group, Modal, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  apiTokenCreate,
  apiTokenUpdate,
  useApiTokenScopes,
} from '@/api/generated/endpoints/integrations/integrations'
import { useWarehouseSelect } from '@/api/generated/endpoints/providers/providers'
import type { ApiToken, ApiTokenScope } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshApiTokens } from './refresh'
import { Secret } from './Secret'
import { choicesOf, neededOf, readingOf, SCOPE_SETS } from './sentences'

type TokenDialogProps = { token?: ApiToken; opened: boolean; onClose(): void }

/** Days of a new token, of which a user chooses one. */
const LIFETIMES = ['30', '90', '365', '730'] as const

/** A new token, whose secret is shown once, or the name, rights and networks of one. */
export default function TokenDialog({ token, opened, onClose }: TokenDialogProps) {
  const { t } = useTranslation(['api-tokens', 'common'])
  const [secret, setSecret] = useState<string>()

  function close() {
    setSecret(undefined)
    onClose()
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={close}
      // A click beside it must not lose what is shown once.
      closeOnClickOutside={!secret}
      closeOnEscape={!secret}
      size="lg"
      title={token ? t('update.title', { name: token.name }) : t('create.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {secret ? (
        <Secret secret={secret} onKept={close} />
      ) : (
        <TokenForm token={token} onClose={close} onSecret={setSecret} />
      )}
    </Modal>
  )
}

type TokenValues = {
  name: string | null
  scopes: string[]
  networks: string[]
  days: string | null
  warehouse_id: string | null
}
type TokenFormProps = { token: ApiToken | undefined; onClose(): void; onSecret(secret: string): void }

/** The secret of a new token; none for one that was changed. */
async function save(token: ApiToken | undefined, values: TokenValues) {
  const form = { name: values.name?.trim() ?? '', scopes: values.scopes, networks: values.networks }
  if (!token) {
    const { days, warehouse_id } = values
    return (await apiTokenCreate({ ...form, warehouse_id, expires_in_days: Number(days ?? LIFETIMES[2]) }))
      .data.secret
  }
  await apiTokenUpdate(token.id, { ...form, version: token.version })
  return undefined
}

function TokenForm({ token, onClose, onSecret }: TokenFormProps) {
  const { t } = useTranslation('api-tokens')
  const { required } = useRules()
  const client = useQueryClient()
  const model = useResourceForm<TokenValues, string | undefined>({
    name: token ? `api-token-${token.id}` : 'api-token',
    initial: {
      name: token?.name ?? null,
      scopes: token?.scopes ?? [],
      networks: token?.networks ?? [],
      days: LIFETIMES[2],
      warehouse_id: token?.warehouse_id ?? null,
    },
    validate: { name: required, scopes: (scopes) => (scopes.length > 0 ? null : t('scopesMissing')) },
    submit: (values) => save(token, values),
    onSaved(secret) {
      refreshApiTokens(client)
      if (secret) return onSecret(secret)
      notify.success(t('update.done'))
      onClose()
    },
  })
  const { values, set, at, text, choice, errors } = useTiedFields(model.form)
  const { data } = useApiTokenScopes()
  const offered = data?.data ?? []
  const ofStation = neededOf('station', offered)
  const isStation = Boolean(values.warehouse_id)

  function setWarehouse(id: string | null) {
    set('warehouse_id', id)
    if (id) set('scopes', ofStation)
  }

  // The server names the entry that is no network; the field is one.
  const ofNetworks = Object.keys(errors).find((path) => path.startsWith('networks'))

  function setNetworks(networks: string[]) {
    if (ofNetworks) model.form.clearFieldError(ofNetworks)
    set('networks', networks)
  }

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t(token ? 'update.save' : 'create.make')} onCancel={cancel}>
      <FormSection title={t('section.use')}>
        <TextInput
          {...text('name')}
          label={t('field.name')}
          description={t('field.nameText')}
          withAsterisk
          maxLength={80}
          data-autofocus
        />
        <TagsInput
          {...at(ofNetworks ?? 'networks')}
          label={t('field.networks')}
          description={t('field.networksText')}
          placeholder={values.networks.length === 0 ? '198.51.100.0/24' : undefined}
          splitChars={[',', ' ', ';', '\n']}
          maxTags={20}
          acceptValueOnBlur
          value={values.networks}
          onChange={setNetworks}
        />
        {!token && (
          <Select
            {...choice('days')}
            label={t('field.lifetime')}
            allowDeselect={false}
            data={LIFETIMES.map((days) => ({ value: days, label: t(`lifetime.${days}`) }))}
          />
        )}
      </FormSection>
      <FormSection title={t('section.rights')} text={t('section.rightsText')}>
        {(isStation || (!token && ofStation.length > 0)) && (
          <StationChoice
            {...at('warehouse_id')}
            disabled={token !== undefined}
            value={values.warehouse_id}
            onChange={setWarehouse}
          />
        )}
        <ScopesChoice
          {...at('scopes')}
          offered={isStation ? offered.filter(({ name }) => ofStation.includes(name)) : offered}
          value={values.scopes}
          onChange={(scopes) => set('scopes', scopes)}
        />
      </FormSection>
    </ResourceForm>
  )
}

type StationChoiceProps = {
  value: string | null
  disabled: boolean
  onChange(id: string | null): void
  error?: ReactNode
}

/** The warehouse that a station on a shared computer is bound to. */
function StationChoice(props: StationChoiceProps) {
  const { t } = useTranslation('api-tokens')
  const warehouses = useWarehouseSelect()
  return (
    <Select
      {...props}
      label={t('field.warehouse_id')}
      description={t('stationText')}
      clearable
      searchable
      data={warehouses.data?.data.map(({ id, label }) => ({ value: id, label })) ?? []}
    />
  )
}

type ScopesChoiceProps = {
  offered: ApiTokenScope[]
  value: string[]
  onChange(scopes: string[]): void
  error?: ReactNode
}

/** The own rights as sentences. */
function ScopesChoice({ offered, value, onChange, ...props }: ScopesChoiceProps) {
  const { t } = useTranslation(['api-tokens', 'profiles', 'shell'])
  return (
    <>
      <MultiSelect
        {...props}
        label={t('field.scopes')}
        withAsterisk
        searchable
        clearable
        hidePickedOptions
        maxDropdownHeight={320}
        data={choicesOf(t, offered, value)}
        value={value}
        onChange={onChange}
      />
      <Group gap="xs">
        <Button variant="default" size="compact-md" onClick={() => onChange(readingOf(offered))}>
          {t('choose.reading')}
        </Button>
        {SCOPE_SETS.filter((set) => neededOf(set, offered).length > 0).map((set) => (
          <Button
            key={set}
            variant="default"
            size="compact-md"
            onClick={() => onChange(neededOf(set, offered))}
          >
            {t(`choose.${set}`)}
          </Button>
        ))}
        <Button
          variant="default"
          size="compact-md"
          disabled={value.length === 0}
          onClick={() => onChange([])}
        >
          {t('choose.none')}
        </Button>
      </Group>
    </>
  )
}
