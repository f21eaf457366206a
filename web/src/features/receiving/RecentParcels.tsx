import {
  Anchor,
  Badge,
  Button,
  Group,
  Loader,
  Modal,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconPackages } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import {
  invalidateReceivingList,
  receivingIdentify,
  useReceivingList,
} from '@/api/generated/endpoints/receiving/receiving'
import type { ReceivedParcel } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { EmptyState } from '@/ui/EmptyState'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { PageCard } from '@/ui/PageCard'
import classes from './Receiving.module.css'

const SHOWN = 20
/** Who looks for a lost parcel looks through all that nobody has identified. */
const MOST_UNKNOWN = 100

type RecentParcelsProps = {
  canOpen: boolean
  busy: boolean
  onWithdraw(parcel: ReceivedParcel): void
}

/** The newest parcels of all stations, and those that nobody has identified. */
export function RecentParcels(props: RecentParcelsProps) {
  const { t } = useTranslation('receiving')
  const [tab, setTab] = useState<'recent' | 'unknown'>('recent')
  const [asked, setAsked] = useState<ReceivedParcel>()
  const result = useReceivingList(
    tab === 'unknown' ? { per_page: MOST_UNKNOWN, unknown: true } : { per_page: SHOWN },
  )
  const parcels = result.data?.data
  return (
    <PageCard label={t('recent.label')}>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t('recent.label')}
          value={tab}
          onChange={(next) => setTab(next === 'unknown' ? 'unknown' : 'recent')}
          data={[
            { value: 'recent', label: t('recent.recent') },
            { value: 'unknown', label: t('recent.unknown') },
          ]}
        />
        {result.error && !parcels ? (
          <LoadFailure title={t('recent.failed')} result={result} />
        ) : !parcels ? (
          <Loader aria-label={t('recent.label')} />
        ) : parcels.length === 0 ? (
          <EmptyState icon={IconPackages} title={t(tab === 'unknown' ? 'recent.noUnknown' : 'recent.none')} />
        ) : (
          // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
          <ul role="list" className={classes.list}>
            {parcels.map((parcel) => (
              <li key={parcel.id} className={classes.line}>
                <Line {...props} parcel={parcel} onIdentify={() => setAsked(parcel)} />
              </li>
            ))}
          </ul>
        )}
      </Stack>
      {asked && <Identify key={asked.id} parcel={asked} onClose={() => setAsked(undefined)} />}
    </PageCard>
  )
}

type LineProps = RecentParcelsProps & { parcel: ReceivedParcel; onIdentify(): void }

function Line({ parcel, canOpen, busy, onWithdraw, onIdentify }: LineProps) {
  const { t } = useTranslation('receiving')
  const format = useFormat()
  const { id, shipment_id, tracking_code, seq, code, weight_g, weight_source, has_photo, can } = parcel
  const inbound = useProfile().menu.inbound_parcels ? parcel.inbound_parcel_id : null
  const at = parcel.station && t('atStation', { station: parcel.station })
  const name = tracking_code ? `${tracking_code}${seq && seq > 1 ? ` · ${seq}` : ''}` : code
  return (
    <>
      <span>
        {shipment_id && canOpen ? (
          <Anchor component={AppLink} to={paths['shipments.show']({ id: shipment_id })}>
            {name}
          </Anchor>
        ) : inbound ? (
          <Anchor component={AppLink} to={paths['inbound_parcels.show']({ id: inbound })}>
            {name}
          </Anchor>
        ) : (
          name
        )}
        <Text size="xs" c="dimmed">
          {[format.dateTime(parcel.received_at), at].filter(Boolean).join(' · ')}
        </Text>
        <span className={classes.facts}>
          {weight_g !== null && <span>{format.weight(weight_g)}</span>}
          {weight_g !== null && weight_source === 'typed' && <Badge variant="default">{t('typed')}</Badge>}
          {has_photo && (
            <Anchor size="sm" href={`/api/receiving/${id}/photo`} target="_blank" rel="noreferrer">
              {t('photo.show')}
            </Anchor>
          )}
        </span>
        {parcel.on_hold && (
          <Text size="sm" c="orange">
            {t('onHold')}
          </Text>
        )}
      </span>
      <Group gap={4} justify="flex-end">
        {can.identify && (
          <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={onIdentify}>
            {t('identify.action')}
          </Button>
        )}
        {can.withdraw && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            disabled={busy}
            aria-label={t('undoOf', { code: name })}
            onClick={() => onWithdraw(parcel)}
          >
            {t('undoScan')}
          </Button>
        )}
      </Group>
    </>
  )
}

/** Asks whose an unknown parcel is. */
function Identify({ parcel, onClose }: { parcel: ReceivedParcel; onClose(): void }) {
  const { t } = useTranslation(['receiving', 'common'])
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send() {
    if (!code.trim()) return setProblem(t('common:validation.required'))
    setBusy(true)
    try {
      const { data } = await receivingIdentify(parcel.id, { code: code.trim() })
      void invalidateReceivingList(client)
      notify.success(t('identify.done', { code: data.tracking_code ?? parcel.code }))
      onClose()
    } catch (error) {
      setProblem(fieldTexts(error).code ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('identify.title', { code: parcel.code })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Stack>
          <TextInput
            label={t('identify.code')}
            description={t('identify.text')}
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value)
              setProblem(undefined)
            }}
            error={problem}
            maxLength={120}
            autoComplete="off"
            withAsterisk
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('identify.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
