import { Alert, Anchor, Button, Group, List, Skeleton, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import {
  clientMerge,
  invalidateClientDuplicates,
  useClientMergePreview,
} from '@/api/generated/endpoints/parties/parties'
import type { Client, ClientMergeCounts, ClientMergePreview, ClientMergeShared } from '@/api/schema'
import { paths } from '@/context/paths'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { named } from '@/ui/wording'
import { refreshClients } from './useClientSwitch'

/** In the order of the dialog. */
const COUNTS = [
  'shipments',
  'quotes',
  'shipment_imports',
  'pickups',
  'users',
  'support_tickets',
  'room_messages',
  'saved_addresses',
  'saved_parcels',
  'contacts',
  'party_addresses',
  'bank_accounts',
  'party_documents',
  'inbound_parcels',
  'stock_items',
  'deposits',
  'claims',
  'invoices',
  'price_assignments',
] as const satisfies (keyof ClientMergeCounts)[]

export type MergeProps = { client: Client; onChanged(client: Client): void }

/** Chooses the duplicate, shows what moves, and merges. */
export default function MergeDialog({ client, onChanged, onClose }: MergeProps & { onClose(): void }) {
  const { t } = useTranslation('client-merge')
  const { t: common } = useTranslation()
  const [duplicate, setDuplicate] = useState<string | null>(null)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const queryClient = useQueryClient()
  const { data, error } = useClientMergePreview(
    client.id,
    { duplicate_id: duplicate ?? '' },
    { query: { enabled: duplicate !== null, staleTime: 0, retry: false } },
  )
  const preview = duplicate ? data?.data : undefined
  const problem = failure ?? (duplicate && error ? refusal(error) : undefined)

  async function merge({ duplicate_id, duplicate_version, duplicate_name }: ClientMergePreview) {
    setBusy(true)
    setFailure(undefined)
    try {
      const form = { duplicate_id, duplicate_version, version: client.version }
      const merged = (await clientMerge(client.id, form)).data
      refreshClients(queryClient, merged)
      void invalidateClientDuplicates(queryClient)
      onChanged(merged)
      notify.success(t('done', { duplicate: duplicate_name, name: client.name }))
      onClose()
    } catch (error) {
      setFailure(refusal(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Text size="sm" mb="md">
        {t('text')}
      </Text>
      <ClientChoice
        label={t('duplicate')}
        value={duplicate}
        onChange={(id) => {
          setFailure(undefined)
          setDuplicate(id)
        }}
        withAsterisk
      />
      {duplicate && !preview && !problem && <Skeleton h={120} mt="md" />}
      {preview && <Preview preview={preview} />}
      {problem && (
        <Alert color="red" mt="md" role="alert">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {common('cancel')}
        </Button>
        <Button
          color="red"
          loading={isBusy}
          disabled={!preview || preview.shared_references.length > 0}
          onClick={() => preview && void merge(preview)}
        >
          {t('action')}
        </Button>
      </Group>
    </>
  )
}

const refusal = (error: unknown) => fieldTexts(error).duplicate_id ?? errorText(error)

/** Numbers of records that move, and reasons that refuse the merge. */
function Preview({ preview }: { preview: ClientMergePreview }) {
  const { t } = useTranslation('client-merge')
  const format = useFormat()
  const { moves, money, shared, shared_references } = preview
  const counted = COUNTS.filter((what) => moves[what] > 0)
  return (
    <>
      <Text fw={600} size="sm" mt="md">
        {t('moves')}
      </Text>
      {counted.length === 0 && money.length === 0 && <Text size="sm">{t('nothing')}</Text>}
      <List size="sm">
        {counted.map((what) => (
          <List.Item key={what}>{named(t(`count.${what}`), format.number(moves[what]))}</List.Item>
        ))}
        {money.map(({ currency, balance, invoiced }) => (
          <List.Item key={currency}>
            {named(t('wallet'), format.money(balance, currency))} ·{' '}
            {named(t('invoiced'), format.money(invoiced, currency))}
          </List.Item>
        ))}
      </List>
      <Shared shared={shared} />
      {shared_references.length > 0 && (
        <Alert color="red" mt="md" role="alert">
          {t('shared')}
          <List size="sm">
            {shared_references.map((reference) => (
              <List.Item key={reference}>
                <Anchor component={AppLink} to={shipmentsOf(reference)} target="_blank" size="sm">
                  {reference}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  )
}

const shipmentsOf = (reference: string) =>
  `${paths['shipments.index']()}?search=${encodeURIComponent(reference)}`

/** Records that both clients have, and what becomes of them. */
function Shared({ shared }: { shared: ClientMergeShared }) {
  const { t } = useTranslation('client-merge')
  const { saved_addresses, saved_parcels, price_assignments, deposits, main_address, main_address_taken } =
    shared
  const texts = [
    saved_addresses > 0 && t('both.saved_addresses', { count: saved_addresses }),
    saved_parcels > 0 && t('both.saved_parcels', { count: saved_parcels }),
    price_assignments > 0 && t('both.price_assignments', { count: price_assignments }),
    deposits > 0 && t('both.deposits', { count: deposits }),
    main_address && t(main_address_taken ? 'both.main_address_taken' : 'both.main_address'),
  ].filter((text) => text !== false)
  if (texts.length === 0) return null
  return (
    <>
      <Text fw={600} size="sm" mt="md">
        {t('both.title')}
      </Text>
      <List size="sm">
        {texts.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </>
  )
}
