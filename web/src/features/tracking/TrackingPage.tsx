import { Button, Tabs } from '@mantine/core'
import { IconBarcode, IconSearch } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getShipmentListQueryKey } from '@/api/generated/endpoints/shipments/shipments'
import {
  getTrackingSearchQueryKey,
  shipmentUndoEvents,
  trackingSearch,
  useShipmentRecordEvent,
  useTrackingSearch,
} from '@/api/generated/endpoints/tracking/tracking'
import type { RecordEvents as Body, RecordedEvent } from '@/api/schema'
import type { ScannedCodes } from '@/blocks/scan/useScannedCodes'
import { TrackingForm } from '@/shared/tracking/TrackingForm'
import { notify } from '@/ui/dialogs/notify'
import { notifyUndo } from '@/ui/dialogs/undo'
import { ResourcePage } from '@/ui/ResourcePage'
import { listed } from '@/ui/wording'
import { RecordEvents } from './desk/RecordEvents'
import { useCollected } from './desk/useCollected'
import type { Task } from './search'
import classes from './TrackingPage.module.css'
import type { Contact } from './visitor/MissingCard'
import { TrackingResults } from './visitor/TrackingResults'

type TrackingPageProps = {
  codes: string[]
  onSearch(codes: string[]): void
  task: Task
  onTask(task: Task): void
  contact: Contact
  canRecord: boolean
  shipmentTo(id: string): string
  /** Codes that another page lays on the desk, and the word that they lie there. */
  laid?: string[]
  onTaken?(): void
}

/** Behind the sign-in: the same search, and for those who may, the recording of what happens to parcels. */
export function TrackingPage(props: TrackingPageProps) {
  const { task, onTask, canRecord, shipmentTo } = props
  const { t } = useTranslation('tracking')
  const [startsAnew] = useState(props.laid !== undefined)
  const collected = useCollected({
    laid: props.laid,
    onTaken({ before, scan }) {
      // Nobody should record for parcels that were forgotten here.
      if (before.length > 0) {
        notifyUndo(t('desk.aside', { count: before.length }), async () => collected.scan(before.join(' ')))
      }
      if (scan.tooMany) notify.warning(t('desk.tooMany'), { id: 'desk-full' })
      props.onTaken?.()
    },
  })
  const onRecord = useRecord()
  const onUndo = useUndo()
  if (!canRecord) {
    return (
      <ResourcePage title={t('titleShort')}>
        <Search {...props} />
      </ResourcePage>
    )
  }
  return (
    <ResourcePage title={t('titleShort')}>
      <Tabs
        classNames={{ tab: classes.tab }}
        value={task}
        onChange={(next) => onTask(next === 'record' ? 'record' : 'search')}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="search" leftSection={<IconSearch size={17} stroke={1.75} aria-hidden />}>
            {t('task.search')}
          </Tabs.Tab>
          <Tabs.Tab value="record" leftSection={<IconBarcode size={17} stroke={1.75} aria-hidden />}>
            {t('task.record')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="search">
          <Search {...props} collected={collected} />
        </Tabs.Panel>
        {/* The input stays while the user looks something up. */}
        <Tabs.Panel value="record">
          <RecordEvents
            collected={collected}
            startsAnew={startsAnew}
            onRecord={onRecord}
            onLookUp={lookUp}
            onUndo={onUndo}
            shipmentTo={shipmentTo}
          />
        </Tabs.Panel>
      </Tabs>
    </ResourcePage>
  )
}

/** Undoes recorded events in one call, and says which could not be undone. */
function useUndo() {
  const { t } = useTranslation('tracking')
  const client = useQueryClient()
  return async (outcomes: RecordedEvent[]) => {
    const events = outcomes.flatMap(({ shipment_id, event_id }) =>
      shipment_id && event_id ? [{ shipment_id, event_id }] : [],
    )
    const { data } = await shipmentUndoEvents({ events })
    void client.invalidateQueries({ queryKey: getTrackingSearchQueryKey() })
    void client.invalidateQueries({ queryKey: getShipmentListQueryKey() })
    const left = data.filter(({ done }) => !done)
    if (left.length === 0) {
      notify.success(t('outcome.undone', { count: data.length }))
      return
    }
    const codes = listed(left.map(({ tracking_code }) => tracking_code ?? ''))
    notify.warning(t('outcome.notUndone', { count: left.length, codes }))
  }
}

/** A look-up that fails is told by nothing: the server decides again when the event is recorded. */
const lookUp = async (codes: string[]) =>
  (await trackingSearch({ codes: codes.join(',') }, { quiet: true })).data

/** Records, and has everything that shows the shipments asked for again. */
function useRecord() {
  const queryClient = useQueryClient()
  const { mutateAsync } = useShipmentRecordEvent()
  return async (data: Body) => {
    const answer = await mutateAsync({ data })
    void queryClient.invalidateQueries({ queryKey: getTrackingSearchQueryKey() })
    void queryClient.invalidateQueries({ queryKey: getShipmentListQueryKey() })
    return answer.data
  }
}

function Search(props: TrackingPageProps & { collected?: ScannedCodes }) {
  const { codes, onSearch, onTask, contact, shipmentTo, collected, canRecord } = props
  const { t } = useTranslation('tracking')
  const wanted = codes.join(',')
  const result = useTrackingSearch({ codes: wanted }, { query: { enabled: wanted !== '' } })
  const reachable = result.data?.data.filter((shipment) => shipment.shipment_id) ?? []
  return (
    <div className={classes.search}>
      {/* Staff continue to scan; other users read the result. */}
      {wanted !== '' && !canRecord ? (
        <TrackingForm codes={codes} onSearch={onSearch} small />
      ) : (
        <div className={classes.ask}>
          <TrackingForm codes={codes} onSearch={onSearch} />
        </div>
      )}
      {wanted !== '' && (
        <TrackingResults
          codes={codes}
          result={result}
          contact={contact}
          telling={{ shipmentTo }}
          action={
            collected && reachable.length > 0 ? (
              <Button
                size="xs"
                leftSection={<IconBarcode size={16} stroke={1.75} aria-hidden />}
                onClick={() => {
                  collected.scan(reachable.map((shipment) => shipment.tracking_code).join(' '))
                  onTask('record')
                }}
              >
                {t('results.record')}
              </Button>
            ) : undefined
          }
        />
      )}
    </div>
  )
}
