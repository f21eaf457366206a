import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText, errorText } from '@/api/errors'
import { routeLoad, useRouteShow } from '@/api/generated/endpoints/deliveries/deliveries'
import type { DeliveryRouteDetails, LoadResult } from '@/api/schema'
import { PagePending } from '@/blocks/PagePending'
import { ScreenFailure } from '@/blocks/ScreenFailure'
import type { Remarks } from '@/blocks/scan/CodeList'
import type { CodeLine, CodeRule } from '@/blocks/scan/codes'
import { LeftScans } from '@/blocks/scan/LeftScans'
import { ScanList } from '@/blocks/scan/ScanList'
import type { Tone } from '@/blocks/scan/sound'
import type { FoundRecord } from '@/blocks/scan/useLookUp'
import { useScannedCodes } from '@/blocks/scan/useScannedCodes'
import { useScanning } from '@/blocks/scan/useScanning'
import { hasNoAnswer, useUnanswered } from '@/blocks/scan/useUnanswered'
import { paths } from '@/context/paths'
import { refreshRoutes } from '@/shared/deliveries/refresh'
import { PARCEL_CODES } from '@/shared/tracking/codes'
import { AppLink } from '@/ui/AppLink'
import { PageCard } from '@/ui/PageCard'
import { ResourcePage } from '@/ui/ResourcePage'
import classes from './Routes.module.css'

/** Parcels have their number behind the code: both are kept. */
const PARCELS: CodeRule = { ...PARCEL_CODES, most: 1000 }

/** The server takes as many in one call. */
const MOST = 200

/** Loads the vehicle of a run: each scan is recorded at once. */
export function LoadPage({ id }: { id: string }) {
  const { t } = useTranslation('routes')
  const result = useRouteShow(id)
  const route = result.data?.data
  const title = route ? t('load.title', { number: route.number }) : t('action.load')
  // The number can take a second line: the title comes with what stands below it.
  if (!route && !result.error) return <PagePending />
  return (
    <ResourcePage
      title={title}
      text={t('load.text')}
      action={
        <Button variant="default" component={AppLink} to={paths['routes.show']({ id })}>
          {t('load.back')}
        </Button>
      }
    >
      {route && <Loading route={route} />}
      {!route && result.error ? <ScreenFailure title={t('failed')} result={result} /> : null}
    </ResourcePage>
  )
}

function Loading({ route }: { route: DeliveryRouteDetails }) {
  const { t } = useTranslation('routes')
  const field = useRef<HTMLInputElement>(null)
  const scanning = useLoading(route)
  const remarks = useRemarks()
  useEffect(() => field.current?.focus(), [])
  const loaded = route.stops.reduce((sum, stop) => sum + stop.loaded, 0)
  const parcels = route.stops.reduce((sum, stop) => sum + stop.parcels, 0)
  return (
    <Stack>
      <Text role="status" fw={600}>
        {t('load.count', { count: parcels, total: parcels, loaded })}
      </Text>
      {route.can.load ? (
        <PageCard label={t('action.load')}>
          <Stack gap="sm">
            <ScanList
              field={field}
              scanning={scanning}
              remarks={remarks}
              path="codes"
              error={null}
              onType={() => undefined}
              holdsRefusals
            />
          </Stack>
        </PageCard>
      ) : (
        <>
          <Alert color="blue">{t('load.notNow')}</Alert>
          <LeftScans codes={scanning.codes} text={t('load.left')} />
        </>
      )}
      <PageCard title={t('load.missing')}>
        <Missing route={route} />
      </PageCard>
    </Stack>
  )
}

/** Stops whose parcels are not all in the vehicle. */
function Missing({ route }: { route: DeliveryRouteDetails }) {
  const { t } = useTranslation('routes')
  const missing = route.stops.filter(({ parcels, loaded, outcome }) => outcome === null && loaded < parcels)
  if (missing.length === 0) return <Text size="sm">{t('load.complete')}</Text>
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
    <ul role="list" className={classes.list}>
      {missing.map(({ id, delivery_id, recipient_name, parcels, loaded }) => (
        <li key={id}>
          <Group justify="space-between">
            <Anchor component={AppLink} to={paths['deliveries.show']({ id: delivery_id })} size="sm">
              {recipient_name}
            </Anchor>
            <Text size="sm">{t('loadedOf', { count: parcels, total: parcels, loaded })}</Text>
          </Group>
        </li>
      ))}
    </ul>
  )
}

/** What stands behind a code is known once it is loaded. */
const lookUp = async (codes: string[]): Promise<[string, FoundRecord][]> => codes.map((code) => [code, {}])

/** Records each scan, and tells at its line what became of it. */
function useLoading(route: DeliveryRouteDetails) {
  const { t } = useTranslation('scan')
  const client = useQueryClient()
  const codes = useScannedCodes({ draft: `load-${route.id}`, rule: PARCELS, resends: true })
  useUnanswered({ lines: codes.lines, send: (code) => record([code]) })

  async function record(scanned: string[]): Promise<Tone> {
    try {
      const { data } = await routeLoad(route.id, { codes: scanned })
      refreshRoutes(client, data.route)
      codes.amend((lines) => lines.map((line) => lineOf(line, data.results)))
      return data.results.every(({ outcome }) => outcome !== 'refused') ? 'taken' : 'unknown'
    } catch (error) {
      const unsent = hasNoAnswer(error)
      const refusal = unsent ? t('sentAgain') : errorText(error)
      codes.amend((lines) =>
        lines.map((line) => (scanned.includes(line.code) ? { ...line, refusal, unsent } : line)),
      )
      return 'unknown'
    }
  }

  return useScanning({
    codes,
    lookUp: { load: lookUp, most: MOST },
    atOnce: { purpose: route.id, record, isRepeatable: true },
  })
}

function lineOf(line: CodeLine, results: LoadResult[]): CodeLine {
  const result = results.find(({ code }) => code === line.code)
  if (!result) return line
  if (result.outcome !== 'refused') return { code: line.code, done: true, count: result.parcels }
  const refusal = result.message ?? codeText(result.message_code ?? '', {}, result.message_code ?? '')
  return { code: line.code, refusal }
}

/** What the line of a code says. */
function useRemarks(): Remarks<FoundRecord> {
  const { t } = useTranslation('routes')
  return {
    done: (_, { count }) => (count && count > 1 ? t('load.doneParcels', { count }) : t('load.done')),
    held: () => t('load.done'),
    unknown: t('load.unknown'),
    known: () => null,
    doubt: () => undefined,
    doneCount: (count) => t('load.doneCount', { count }),
  }
}
