import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import { IconCalculator, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePortalHomeShow } from '@/api/generated/endpoints/shipments/shipments'
import type { PortalHome as Home, ShipmentSummary } from '@/api/schema'
import { useOnceCountriesAreNamed } from '@/api/useCountryName'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { newShipment } from '@/shared/shipments/new-shipment'
import { TrackingForm } from '@/shared/tracking/TrackingForm'
import { AppLink } from '@/ui/AppLink'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { FirstSteps } from './FirstSteps'
import { takeFirstView } from './first-view'
import { OwnMoney } from './OwnMoney'
import { OwnParcels } from './OwnParcels'
import classes from './PortalHome.module.css'
import { ProblemCard } from './ProblemCard'
import { ShipmentLine } from './ShipmentLine'

type PortalHomeProps = {
  /** Those of the dashboard, which is another feature. */
  figures: ReactNode
  /** Confirms the finished drafts; of the shipments. */
  confirmAll(home: Home): ReactNode
}

/** Where a client begins: what needs the client first, then what moves, then what has arrived. */
export function PortalHome({ figures, confirmAll }: PortalHomeProps) {
  const { t } = useTranslation(['portal', 'shipments'])
  const profile = useProfile()
  const { name, can } = profile
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useState(() => takeFirstView(queryClient))
  const result = usePortalHomeShow()
  const home = useOnceCountriesAreNamed(result).data?.data
  return (
    <ResourcePage
      title={t('title', { name: name.split(' ')[0] })}
      text={<span className={classes.counts}>{home ? <Counts home={home} /> : '\u00a0'}</span>}
      action={
        <>
          {can['quote.create'] && (
            <Button
              component={AppLink}
              variant="default"
              to={paths.calculator()}
              leftSection={<IconCalculator size={16} aria-hidden />}
            >
              {t('calculate')}
            </Button>
          )}
          {can['shipment.create'] && (
            <Button
              component={AppLink}
              to={newShipment(profile)}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {t('shipments:create')}
            </Button>
          )}
        </>
      }
    >
      {home || result.error ? (
        <div className={classes.page}>
          <TrackingForm codes={[]} onSearch={(codes) => void navigate({ href: trackingOf(codes) })} small />
          {home ? (
            <Blocks home={home} figures={figures} confirmAll={confirmAll(home)} />
          ) : (
            <LoadFailure title={t('failed')} result={result} />
          )}
        </div>
      ) : (
        <Waiting />
      )}
    </ResourcePage>
  )
}

const trackingOf = (codes: string[]) =>
  codes.length === 1
    ? paths['tracking.show']({ code: encodeURIComponent(codes[0] ?? '') })
    : `${paths.tracking()}?codes=${codes.join(',')}`

function Counts({ home }: { home: Home }) {
  const { t } = useTranslation('portal')
  const { active_count, problem_count } = home
  return (
    <>
      {t('active', { count: active_count })}
      {problem_count > 0 && ` · ${t('waiting', { count: problem_count })}`}
    </>
  )
}

/** All of the page together: the line under the title may need a second one. */
function Waiting() {
  const { t } = useTranslation('common')
  return (
    <div className={classes.lines} role="status" aria-label={t('loading')}>
      {[0, 1, 2, 3].map((line) => (
        <Skeleton key={line} height={88} radius="lg" />
      ))}
    </div>
  )
}

type BlocksProps = { home: Home; figures: ReactNode; confirmAll: ReactNode }

function Blocks({ home, figures, confirmAll }: BlocksProps) {
  const { t } = useTranslation('portal')
  const isNew = home.active_count === 0 && home.delivered.length === 0
  if (isNew) {
    return (
      <>
        <FirstSteps />
        <OwnParcels />
      </>
    )
  }
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        {home.problems.length > 0 && (
          <Block title={t('block.problems')} count={home.problem_count} first>
            {home.problems.map((shipment) => (
              <ProblemCard key={shipment.id} shipment={shipment} />
            ))}
          </Block>
        )}
        <Block
          title={t('block.active')}
          count={home.active_count - home.problem_count}
          all={t('all')}
          action={confirmAll}
        >
          <Lines shipments={home.active} empty={t('noActive')} />
        </Block>
        {home.delivered.length > 0 && (
          <Block title={t('block.delivered')}>
            <Lines shipments={home.delivered} empty="" />
          </Block>
        )}
      </div>
      <div className={classes.column} data-side>
        <OwnParcels />
        <OwnMoney />
        {figures}
      </div>
    </div>
  )
}

function Lines({ shipments, empty }: { shipments: ShipmentSummary[]; empty: string }) {
  if (shipments.length === 0) return <Text c="dimmed">{empty}</Text>
  return shipments.map((shipment) => <ShipmentLine key={shipment.id} shipment={shipment} />)
}

type BlockProps = {
  title: string
  count?: number
  all?: string
  action?: ReactNode
  first?: boolean
  children: ReactNode
}

function Block({ title, count, all, action, first, children }: BlockProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} data-first={first}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title} {count !== undefined && count > 0 && <small>{count}</small>}
        </h2>
        {action}
        {all && (
          <Anchor component={AppLink} to={paths['shipments.index']()} size="sm">
            {all}
          </Anchor>
        )}
      </div>
      <div className={classes.lines}>{children}</div>
    </section>
  )
}
