import { Button, Text } from '@mantine/core'
import { IconLink, IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrackedShipment } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { notify } from '@/ui/dialogs/notify'
import { LoadFailure } from '@/ui/LoadFailure'
import { ClockChoice } from '@/ui/time/ClockChoice'
import { useClock } from '@/ui/time/useClock'
import { usePrintedLight } from '@/ui/usePrintedLight'
import { shareLink } from './codes'
import { type Contact, MissingCard } from './MissingCard'
import { type Telling, TrackedCard } from './TrackedCard'
import { TrackedSkeleton } from './TrackedSkeleton'
import classes from './TrackingResults.module.css'

/** Result of the generated hook. */
export type TrackingResult = {
  data: { data: TrackedShipment[] } | undefined
  error: unknown
  isFetching: boolean
  refetch(): unknown
}

type TrackingResultsProps = {
  /** The requested codes. */
  codes: string[]
  result: TrackingResult
  contact: Contact
  telling: Pick<Telling, 'readerZone' | 'shipmentTo'>
  /** Actions for all results. */
  action?: ReactNode
}

/** Up to this many are shown with their whole history. */
const SHOWN_OPEN = 3
const MOST_SKELETONS = 5

export function TrackingResults({ codes, result, contact, telling, action }: TrackingResultsProps) {
  const { t } = useTranslation('tracking')
  const [clock, setClock] = useClock()
  const countryName = useCountryName()
  usePrintedLight()
  if (result.error) {
    return (
      <div className={classes.panel}>
        <LoadFailure title={t('results.failed')} result={result} />
      </div>
    )
  }
  const shipments = result.data?.data
  if (!shipments) return <Placeholders count={codes.length} />
  return (
    <div className={classes.results}>
      <div className={classes.bar}>
        <Summary shipments={shipments} />
        <div className={classes.tools}>
          <ClockChoice value={clock} onChange={setClock} />
          <ShareButtons codes={codes} />
          {action}
        </div>
      </div>
      {shipments.map((shipment) =>
        shipment.found ? (
          <TrackedCard
            key={shipment.tracking_code}
            shipment={shipment}
            telling={{ ...telling, clock, countryName }}
            open={shipments.length <= SHOWN_OPEN}
          />
        ) : (
          <MissingCard key={shipment.tracking_code} code={shipment.tracking_code} contact={contact} />
        ),
      )}
    </div>
  )
}

/** Read out when the answer arrives. */
function Summary({ shipments }: { shipments: TrackedShipment[] }) {
  const { t } = useTranslation('tracking')
  const found = shipments.filter((shipment) => shipment.found).length
  const missing = shipments.length - found
  return (
    <Text size="sm" fw={600} role="status">
      {found > 0 && t('results.found', { count: found })}
      {found > 0 && missing > 0 && ' · '}
      {missing > 0 && t('results.missing', { count: missing })}
    </Text>
  )
}

function ShareButtons({ codes }: { codes: string[] }) {
  const { t } = useTranslation('tracking')

  async function share() {
    const url = shareLink(window.location.origin, codes)
    try {
      if (isTouch()) await navigator.share({ url })
      else {
        await navigator.clipboard.writeText(url)
        notify.success(t('results.linkCopied'))
      }
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) notify.info(url)
    }
  }

  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconLink size={16} stroke={1.75} aria-hidden />}
        onClick={share}
      >
        {t('results.share')}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
        onClick={() => window.print()}
      >
        {t('results.print')}
      </Button>
    </>
  )
}

/** Phones have a sheet for sharing that people know; on a desk a copied link is quicker. */
const isTouch = () => 'share' in navigator && window.matchMedia('(pointer: coarse)').matches

function Placeholders({ count }: { count: number }) {
  const { t } = useTranslation()
  const shown = Array.from({ length: Math.min(count, MOST_SKELETONS) }, (_, at) => at)
  return (
    <div className={classes.results} role="status" aria-label={t('loading')}>
      <div className={classes.bar} />
      {shown.map((at) => (
        <TrackedSkeleton key={at} open={count <= SHOWN_OPEN} />
      ))}
    </div>
  )
}
