import { Button, Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PickListDetails } from '@/api/schema'
import { ScanLog } from '@/blocks/scan/ScanLog'
import { Verdict } from '@/blocks/scan/Verdict'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { EmptyPlace } from './EmptyPlace'
import classes from './PickLists.module.css'
import { ScanFields } from './ScanFields'
import { UnsentPick } from './UnsentPick'
import { type LastPick, usePickScans } from './usePickScans'

const ReasonDialog = lazy(() =>
  onceOnline(async () => ({ default: (await import('@/ui/dialogs/ReasonDialog')).ReasonDialog })),
)

/** The scan field of the picker: lot, package or item. Each scan picks one, or as many as the field beside it says. */
export function PickStation({ list }: { list: PickListDetails }) {
  const { t } = useTranslation('pick-lists')
  const { last, scans, unsent, emptied, answerEmptied, scan, again, takeOther } = usePickScans(list)
  const [asked, setAsked] = useState<{ pick: LastPick; opened: boolean }>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  function close() {
    setAsked((now) => now && { ...now, opened: false })
    field.current?.focus()
  }

  return (
    <PageCard title={t('station.title')}>
      <Stack gap="sm">
        <Figures list={list} />
        <Verdict tone={last?.tone} text={last?.text ?? t('station.ready')}>
          {last?.isOtherLot && (
            <Group>
              <Button variant="default" onClick={() => setAsked({ pick: last, opened: true })}>
                {t('action.takeOther')}
              </Button>
            </Group>
          )}
        </Verdict>
        {emptied && (
          <EmptyPlace
            key={emptied.id}
            list={list}
            place={emptied}
            onAnswer={() => {
              answerEmptied()
              field.current?.focus()
            }}
          />
        )}
        {unsent.map((pick) => (
          <UnsentPick key={pick.key} pick={pick} onAgain={again} />
        ))}
        <ScanFields field={field} told={last?.text} onScan={scan} />
        <ScanLog scans={scans} />
      </Stack>
      {asked && (
        <Suspense>
          <ReasonDialog
            opened={asked.opened}
            onClose={close}
            title={t('other.title')}
            about={asked.pick.text}
            label={t('field.reason')}
            text={t('other.text')}
            action={t('action.takeOther')}
            run={(reason) => takeOther(asked.pick.scan, reason)}
          />
        </Suspense>
      )}
    </PageCard>
  )
}

function Figures({ list }: { list: PickListDetails }) {
  const { t } = useTranslation('pick-lists')
  const format = useFormat()
  const next = list.lines.flatMap((line) =>
    line.picks.filter(({ obstacle }) => obstacle === null).map((pick) => ({ line, pick })),
  )
  const first = next.toSorted((one, other) => one.pick.place.localeCompare(other.pick.place))[0]
  return (
    <div className={classes.figures}>
      <span className={classes.count}>{format.number(list.picked)}</span>
      <Text>{t('station.of', { total: format.number(list.quantity) })}</Text>
      {first && (
        <Text fw={600}>
          {t('station.next', {
            place: first.pick.place,
            goods: [first.line.title, first.pick.lot].filter(Boolean).join(' · '),
            number: format.number(first.pick.quantity),
          })}
        </Text>
      )}
    </div>
  )
}
