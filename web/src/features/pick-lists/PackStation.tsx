import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconPackage, IconPlus } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PickListDetails } from '@/api/schema'
import { ScanLog } from '@/blocks/scan/ScanLog'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { OpenParcelCard } from './OpenParcelCard'
import classes from './PickLists.module.css'
import { countKept, countPacked, findGap } from './parcel-contents'
import { ScanFields } from './ScanFields'
import { type Packing, usePacking } from './usePacking'

/** Most parcels of a list. */
const MOST_PARCELS = 200

/** Where picked goods are scanned into parcels: what is in none, or too much, is told before they are closed. */
export function PackStation({ list }: { list: PickListDetails }) {
  const { t } = useTranslation('pick-lists')
  const packing = usePacking(list)
  const field = useRef<HTMLInputElement>(null)
  const { parcels, scans, failure, isBusy } = packing
  const why = useId()
  const gap = findGap(list, parcels)
  return (
    <PageCard title={t('parcels.title')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('parcels.text')}
        </Text>
        <Progress list={list} packing={packing} />
        <ScanFields field={field} told={scans[0]?.text} onScan={packing.scan} />
        <ScanLog scans={scans} />
        {parcels.map((parcel, index) => (
          <OpenParcelCard key={parcel.key} list={list} parcel={parcel} index={index} packing={packing} />
        ))}
        {failure && <Alert color="red">{failure}</Alert>}
        <Group justify="space-between">
          <Button
            variant="default"
            disabled={parcels.length >= MOST_PARCELS}
            leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
            onClick={packing.add}
          >
            {t('parcels.add')}
          </Button>
          <Button
            loading={isBusy}
            disabled={gap !== undefined}
            aria-describedby={gap && why}
            leftSection={<IconPackage size={15} stroke={1.75} aria-hidden />}
            onClick={packing.pack}
          >
            {t('parcels.pack', { count: parcels.length })}
          </Button>
        </Group>
        {gap && (
          <Text id={why} size="sm" c="dimmed" ta="end">
            {'goods' in gap
              ? t(`parcels.gap.${gap.kind}`, { goods: gap.goods, count: gap.units })
              : t(`parcels.gap.${gap.kind}`, { number: gap.parcel })}
          </Text>
        )}
      </Stack>
    </PageCard>
  )
}

/** All are in parcels, too many, or some are left. */
const colorOf = (over: number) => (over === 0 ? 'teal' : over > 0 ? 'red' : 'gray')

/** How much of each line is in parcels. */
function Progress({ list, packing }: { list: PickListDetails; packing: Packing }) {
  const { t } = useTranslation('pick-lists')
  const format = useFormat()
  const lines = list.lines.filter((line) => countKept(line) > 0)
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
    <ul role="list" className={classes.list} aria-label={t('parcels.progress')}>
      {lines.map((line) => {
        const [kept, packed] = [countKept(line), countPacked(packing.parcels, line.line)]
        return (
          <li key={line.line} className={classes.line}>
            <Text size="sm">{[line.title, line.sku].join(' · ')}</Text>
            <Badge variant="light" color={colorOf(packed - kept)} tt="none">
              {t('countOf', { number: format.number(packed), total: format.number(kept) })}
            </Badge>
          </li>
        )
      })}
    </ul>
  )
}
