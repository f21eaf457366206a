import { Anchor, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bagRemove, useBagParcelList } from '@/api/generated/endpoints/consolidation/consolidation'
import { PAGED } from '@/api/record-query'
import type { Bag, BagParcel } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { refreshBags } from '@/shared/bags/refresh'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { PartPages, usePartPages } from '@/ui/table/PartPages'
import { Moment } from '@/ui/time/Moment'
import classes from './Bags.module.css'

const ReasonDialog = lazy(() => onceOnline(() => import('./ReasonDialog')))

const PER_PAGE = 25

/** The parcels of a bag, the newest scan first. */
export function BagParcels({ bag }: { bag: Bag }) {
  const { t } = useTranslation('bags')
  const pages = usePartPages(PER_PAGE)
  const [code, setCode] = useState('')
  const [sought] = useDebouncedValue(code.trim(), 500)
  const [removed, setRemoved] = useState<{ parcel: BagParcel; opened: boolean }>()
  const params = { ...pages.params, ...(sought && { code: sought }) }
  const result = useBagParcelList(bag.id, params, PAGED)
  const client = useQueryClient()
  const parcels = result.data?.data

  async function remove(parcel: BagParcel, reason: string) {
    const { data } = await bagRemove(bag.id, { key: parcel.id, reason })
    refreshBags(client, data)
    notify.success(t('remove.done', { code: parcel.tracking_code }))
  }

  return (
    <PageCard title={t('field.parcels')}>
      <Stack gap="sm">
        <TextInput
          label={t('findParcel')}
          value={code}
          maxLength={120}
          autoComplete="off"
          onChange={(event) => {
            setCode(event.currentTarget.value)
            pages.setPage(1)
          }}
        />
        {!parcels && result.error ? <LoadFailure title={t('parcelsFailed')} result={result} /> : null}
        {!parcels && !result.error && <Loader aria-label={t('field.parcels')} />}
        {parcels?.length === 0 && (
          <Text size="sm" c="dimmed">
            {sought ? t('noParcel', { code: sought }) : t('noParcels')}
          </Text>
        )}
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
        <ul role="list" className={classes.list} aria-label={t('field.parcels')}>
          {parcels?.map((parcel) => (
            <li key={parcel.id} className={classes.line}>
              <Line bag={bag} parcel={parcel} onRemove={() => setRemoved({ parcel, opened: true })} />
            </li>
          ))}
        </ul>
        <PartPages pages={pages} meta={result.data?.meta} />
      </Stack>
      {removed && (
        <Suspense>
          <ReasonDialog
            opened={removed.opened}
            onClose={() => setRemoved((now) => now && { ...now, opened: false })}
            title={t('remove.title', { code: removed.parcel.tracking_code })}
            text={t('remove.text')}
            submit={t('action.remove')}
            send={(reason) => remove(removed.parcel, reason)}
          />
        </Suspense>
      )}
    </PageCard>
  )
}

function Line({ bag, parcel, onRemove }: { bag: Bag; parcel: BagParcel; onRemove(): void }) {
  const { t } = useTranslation('bags')
  const format = useFormat()
  const { can } = useProfile()
  const { tracking_code, shipment_id, seq, parcel_count, weight_g, station, scanned_at } = parcel
  return (
    <>
      <span>
        {can['shipment.show'] ? (
          <Anchor component={AppLink} to={paths['shipments.show']({ id: shipment_id })}>
            {tracking_code}
          </Anchor>
        ) : (
          tracking_code
        )}
        <Text size="xs" c="dimmed">
          {parcel_count > 1 && `${seq}/${parcel_count} · `}
          {format.weight(weight_g)}
          {station && ` · ${t('atStation', { station })}`}
          {' · '}
          <Moment at={scanned_at} relative />
        </Text>
      </span>
      {bag.can.remove && (
        <Group gap="xs">
          <Button
            variant="default"
            aria-label={t('remove.label', { code: tracking_code })}
            onClick={onRemove}
          >
            {t('action.remove')}
          </Button>
        </Group>
      )}
    </>
  )
}
