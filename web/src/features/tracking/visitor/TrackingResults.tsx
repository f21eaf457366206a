import { Button, Text } from '@mantine/core'
import { IconLink, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrackedJourney } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { shareLink } from '@/shared/tracking/codes'
import { isFinished } from '@/shared/tracking/progress'
import { notify } from '@/ui/dialogs/notify'
import { LoadFailure } from '@/ui/LoadFailure'
import { ClockChoice } from '@/ui/time/ClockChoice'
import { useClock } from '@/ui/time/useClock'
import { usePrintedLight } from '@/ui/usePrintedLight'
import { AskPostcode } from './AskPostcode'
import { type Contact, MissingCard } from './MissingCard'
import { NotifyMe } from './NotifyMe'
import { type Telling, TrackedCard, type TrackedCardProps } from './TrackedCard'
import { TrackedSkeleton } from './TrackedSkeleton'
import classes from './TrackingResults.module.css'

/** Result of the generated hook. */
export type TrackingResult = {
  data: { data: TrackedJourney[] } | undefined
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
  /** An e-mail about each change is offered. */
  canNotify?: boolean
  /** A single code is the title of the page. */
  isPage?: boolean
}

/** Up to this many are shown with their whole history. */
const SHOWN_OPEN = 3
const MOST_SKELETONS = 5

export function TrackingResults(props: TrackingResultsProps) {
  const { codes, result, contact, telling, action, canNotify = false, isPage = false } = props
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
  const tools = (
    <div className={classes.tools}>
      <ClockChoice value={clock} onChange={setClock} />
      <ShareButtons codes={codes} />
      {action}
    </div>
  )
  // A single answer stands first; its card says whether it was found.
  const isSingle = shipments.length === 1
  return (
    <div className={classes.results}>
      {isSingle ? (
        <Summary shipments={shipments} silent />
      ) : (
        <div className={classes.bar}>
          <Summary shipments={shipments} silent={false} />
          {tools}
        </div>
      )}
      {shipments.map((shipment) =>
        shipment.found ? (
          <Tracked
            key={shipment.tracking_code}
            shipment={shipment}
            telling={{ ...telling, clock, countryName }}
            open={shipments.length <= SHOWN_OPEN}
            title={isPage && isSingle ? 'h1' : 'h2'}
            canNotify={canNotify && isSingle && !isFinished(shipment)}
          />
        ) : (
          <MissingCard
            key={shipment.tracking_code}
            code={shipment.tracking_code}
            contact={contact}
            title={isPage && isSingle ? 'h1' : 'h2'}
          />
        ),
      )}
      {isSingle && shipments[0]?.found && tools}
    </div>
  )
}

type TrackedProps = Omit<TrackedCardProps, 'children'> & { canNotify: boolean }

/** A card that becomes complete once its reader has proven to know the recipient. */
function Tracked({ shipment, canNotify, ...props }: TrackedProps) {
  const [proof, setProof] = useState<{ complete: TrackedJourney; postcode: string }>()
  const shown = shipment.brief ? (proof?.complete ?? shipment) : shipment
  return (
    <TrackedCard {...props} shipment={shown}>
      {shown.brief ? (
        <AskPostcode
          code={shown.tracking_code}
          onProven={(complete, postcode) => setProof({ complete, postcode })}
        />
      ) : (
        // E-mails tell what the page shows, so they ask for the same.
        canNotify && <NotifyMe code={shown.tracking_code} postcode={proof?.postcode} />
      )}
    </TrackedCard>
  )
}

/** Read out when the answer arrives. */
function Summary({ shipments, silent }: { shipments: TrackedJourney[]; silent: boolean }) {
  const { t } = useTranslation('tracking')
  const found = shipments.filter((shipment) => shipment.found).length
  const missing = shipments.length - found
  const words = [
    found > 0 && t('results.found', { count: found }),
    missing > 0 && t('results.missing', { count: missing }),
  ]
  const told = words.filter(Boolean).join(' · ')
  if (silent) {
    return (
      <p role="status" className={classes.silent}>
        {told}
      </p>
    )
  }
  return (
    <Text size="sm" fw={600} role="status">
      {told}
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
        {isTouch() ? t('results.send') : t('results.share')}
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
      {count > 1 && <div className={classes.bar} />}
      {shown.map((at) => (
        <TrackedSkeleton key={at} open={count <= SHOWN_OPEN} />
      ))}
    </div>
  )
}
