import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf, errorText, fieldTexts } from '@/api/errors'
import { pickupCollect } from '@/api/generated/endpoints/pickups/pickups'
import { trackingSearch } from '@/api/generated/endpoints/tracking/tracking'
import type { PickupDetails, RefusedParcel } from '@/api/schema'
import type { Remarks } from '@/blocks/scan/CodeList'
import { ScanList } from '@/blocks/scan/ScanList'
import { useScannedCodes } from '@/blocks/scan/useScannedCodes'
import { useScanning } from '@/blocks/scan/useScanning'
import { doubtAbout, MOST_TRACKED, PARCEL_CODES, shipmentCode } from '@/shared/tracking/codes'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { WholeField } from '@/ui/fields/WholeField'
import { PageCard } from '@/ui/PageCard'
import { type FoundParcel, findParcels } from './parcel-codes'
import { refreshPickups } from './refresh'

type CollectPickupProps = { pickup: PickupDetails; onRefused(refused: RefusedParcel[]): void }

const search = async (codes: string[]) =>
  (await trackingSearch({ codes: codes.join(',') }, { quiet: true })).data

/** Scans what was collected. What is not scanned is missing. */
export default function CollectPickup({ pickup, onRefused }: CollectPickupProps) {
  const { t } = useTranslation('pickups')
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [unlabelled, setUnlabelled] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const codes = useScannedCodes({ draft: `pickup-${pickup.id}`, rule: PARCEL_CODES })
  const scanning = useScanning<FoundParcel>({
    codes,
    lookUp: { load: (asked) => findParcels(pickup, asked, search), most: MOST_TRACKED },
  })
  const remarks = useRemarks()
  const seen = new Set(codes.waiting.map(({ code }) => shipmentCode(code)))
  const missing = pickup.shipments.filter(({ outcome }) => outcome === 'expected')
  const open = missing.filter(({ tracking_code }) => !seen.has(tracking_code))

  async function collect(codes: string[], accept_more: boolean) {
    const body = { codes, unlabelled: unlabelled ?? 0, accept_more, version: pickup.version }
    return (await pickupCollect(pickup.id, body)).data
  }

  /** More parcels without a label than were announced count only if that is meant. */
  async function collectMeant(scanned: string[]) {
    try {
      return await collect(scanned, false)
    } catch (error) {
      const isMeant =
        codeOf(error) === 'pickup_more_parcels' &&
        (await confirm({
          title: t('collect.moreTitle'),
          text: errorText(error),
          action: t('collect.more'),
        }))
      if (!isMeant) throw error
      return collect(scanned, true)
    }
  }

  /** Shows at each code why it was not collected. */
  function showRefusals(scanned: string[], texts: Record<string, string>) {
    codes.amend((now) =>
      now.map((line) => {
        const refusal = texts[`codes.${scanned.indexOf(line.code)}`]
        return refusal ? { ...line, refusal } : line
      }),
    )
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const scanned = codes.flush().map(({ code }) => code)
    if (scanned.length === 0 && !unlabelled) {
      setProblem(t('collect.none'))
      field.current?.focus()
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      const data = await collectMeant(scanned)
      codes.clear()
      setUnlabelled(null)
      onRefused(data.refused)
      refreshPickups(client, data.pickup)
      notify.success(t('collect.done'))
    } catch (error) {
      const texts = fieldTexts(error)
      showRefusals(scanned, texts)
      if (texts.codes) setProblem(texts.codes)
      else setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <PageCard title={t('action.collect')}>
      <form onSubmit={(event) => void onSubmit(event)} noValidate>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('collect.text')}
          </Text>
          <ScanList
            field={field}
            scanning={scanning}
            remarks={remarks}
            path="codes"
            error={problem}
            onType={() => setProblem(undefined)}
          />
          <WholeField
            label={t('collect.unlabelled')}
            description={t('collect.unlabelledHint')}
            maw="20rem"
            max={10_000}
            value={unlabelled}
            onChange={setUnlabelled}
          />
          {open.length > 0 && (
            <Text size="sm" role="status">
              {t('collect.open', { count: open.length })}
            </Text>
          )}
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <Group>
            <Button type="submit" loading={busy}>
              {t('collect.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </PageCard>
  )
}

function useRemarks(): Remarks<FoundParcel> {
  const { t } = useTranslation('pickups')
  return {
    done: (parcel) => parcel?.name ?? '',
    held: (parcel) => parcel?.name ?? '',
    unknown: t('collect.unknown'),
    known: ({ name, isExtra }) => (isExtra ? t('collect.extra', { name }) : name),
    doubt: (code) => (doubtAbout(shipmentCode(code)) ? t('collect.doubt') : undefined),
    doneCount: (count) => t('collect.doneCount', { count }),
  }
}
