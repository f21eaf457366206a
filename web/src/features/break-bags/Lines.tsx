import { Anchor, Badge, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBreakBagLineList } from '@/api/generated/endpoints/consolidation/consolidation'
import { PAGED } from '@/api/record-query'
import type { BreakBag, BreakBagLine, BreakBagLineFilter } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { PartPages, usePartPages } from '@/ui/table/PartPages'
import { Moment } from '@/ui/time/Moment'
import { named } from '@/ui/wording'
import classes from './BreakBags.module.css'
import { FINDING_COLORS } from './status'

const LineDialog = lazy(() => onceOnline(() => import('./LineDialog')))

const PER_PAGE = 25
const FILTERS: BreakBagLineFilter[] = ['missing', 'found', 'over', 'damaged', 'open']

/** The work on a line in its dialog. */
export type LineWork = 'resolve' | 'damage'

/** The parcels that were expected, and those that were found besides. */
export function Lines({ broken }: { broken: BreakBag }) {
  const { t } = useTranslation('break-bags')
  const [only, setOnly] = useState<BreakBagLineFilter>()
  const pages = usePartPages(PER_PAGE)
  const [work, setWork] = useState<{ line: BreakBagLine; of: LineWork; opened: boolean }>()
  const result = useBreakBagLineList(broken.id, { ...pages.params, ...(only && { only }) }, PAGED)
  const lines = result.data?.data
  const filters = FILTERS.filter((filter) => filter !== 'missing' || broken.expected_count !== null)
  return (
    <PageCard title={t('section.parcels')}>
      <Stack gap="sm">
        <FilterTabs
          label={t('section.parcels')}
          value={only}
          options={[
            { value: undefined, label: t('all') },
            ...filters.map((value) => ({ value, label: t(`only.${value}`) })),
          ]}
          onChange={(next) => {
            setOnly(next)
            pages.setPage(1)
          }}
        />
        {!lines && result.error ? <LoadFailure title={t('linesFailed')} result={result} /> : null}
        {!lines && !result.error && <Loader aria-label={t('section.parcels')} />}
        {lines?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('noLines')}
          </Text>
        )}
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
        <ul role="list" className={classes.list} aria-label={t('section.parcels')}>
          {lines?.map((line) => (
            <li key={line.id} className={classes.line}>
              <Line broken={broken} line={line} />
              <Works broken={broken} line={line} onWork={(of) => setWork({ line, of, opened: true })} />
            </li>
          ))}
        </ul>
        <PartPages pages={pages} meta={result.data?.meta} />
      </Stack>
      {work && (
        <Suspense>
          <LineDialog
            key={`${work.line.id}-${work.of}`}
            broken={broken}
            line={work.line}
            work={work.of}
            opened={work.opened}
            onClose={() => setWork((now) => now && { ...now, opened: false })}
          />
        </Suspense>
      )}
    </PageCard>
  )
}

function Line({ broken, line }: { broken: BreakBag; line: BreakBagLine }) {
  const { t } = useTranslation('break-bags')
  const format = useFormat()
  const { can } = useProfile()
  const { code, shipment_id, seq, parcel_count, finding, bag_number, found_bag_number, scanned_at } = line
  const number = parcel_count !== null && parcel_count > 1 && `${seq}/${format.number(parcel_count)}`
  const about = [
    number,
    bag_number,
    finding === 'other_bag' && found_bag_number && t('foundIn', { bag: found_bag_number }),
    line.damage_note,
  ]
  return (
    <span>
      {shipment_id && can['shipment.show'] ? (
        <Anchor component={AppLink} to={paths['shipments.show']({ id: shipment_id })}>
          {code}
        </Anchor>
      ) : (
        code
      )}{' '}
      <Badge variant="light" color={FINDING_COLORS[finding]} tt="none">
        {t(`finding.${finding}`)}
      </Badge>{' '}
      {line.is_damaged && (
        <Badge variant="light" color="red" tt="none">
          {t('damaged')}
        </Badge>
      )}
      <Text size="xs" c="dimmed">
        {about.filter(Boolean).join(' · ')}
        {scanned_at && (
          <>
            {about.some(Boolean) && ' · '}
            <Moment at={scanned_at} relative />
          </>
        )}
      </Text>
      {line.is_registered && (
        <Badge variant="light" color="gray" tt="none">
          {t('registered')}
        </Badge>
      )}
      {line.resolution && (
        <Text size="xs">
          {[t(`resolution.${line.resolution}`), line.resolution_note].filter(Boolean).join(' · ')}
        </Text>
      )}
      {line.has_photo && (
        <Anchor
          size="xs"
          href={`/api/break-bags/${broken.id}/lines/${line.id}/photo`}
          target="_blank"
          aria-label={t('photoOf', { code })}
        >
          {t('photo')}
        </Anchor>
      )}
    </span>
  )
}

type WorksProps = { broken: BreakBag; line: BreakBagLine; onWork(work: LineWork): void }

function Works({ broken, line, onWork }: WorksProps) {
  const { t } = useTranslation('break-bags')
  const canSettle = broken.can.resolve && line.ways_to_settle.length > 0
  const canDamage = broken.can.scan && line.scanned_at !== null
  const settle = line.is_open ? t('action.resolve') : t('action.resolveAgain')
  if (!canSettle && !canDamage) return null
  return (
    <Group gap="xs">
      {canDamage && (
        <Button
          variant="default"
          aria-label={named(t('action.damage'), line.code)}
          onClick={() => onWork('damage')}
        >
          {t('action.damage')}
        </Button>
      )}
      {canSettle && (
        <Button
          variant={line.is_open ? 'filled' : 'default'}
          aria-label={named(settle, line.code)}
          onClick={() => onWork('resolve')}
        >
          {settle}
        </Button>
      )}
    </Group>
  )
}
