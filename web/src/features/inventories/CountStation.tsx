import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type InventoryDetails, type InventoryLine, InventoryStatus } from '@/api/schema'
import { ScanCode } from '@/blocks/scan/ScanCode'
import { Verdict } from '@/blocks/scan/Verdict'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { CountLine } from './CountLine'
import { findByCode, isCode } from './find-line'
import classes from './Inventories.module.css'
import { type CountNews, useCounts } from './useCounts'

const FindDialog = lazy(() => onceOnline(() => import('./FindDialog')))

/** Where somebody counts: a place is scanned, then goods, and their units are typed. It works without a network. */
export function CountStation({ inventory }: { inventory: InventoryDetails }) {
  const { t } = useTranslation('inventories')
  const { id: userId } = useProfile()
  const { own, unsent, news, take, send } = useCounts({ userId, inventoryId: inventory.id })
  const [here, setHere] = useState<string>()
  /** The lines of the last code when they are several: none of them is taken for the one that is meant. */
  const [several, setSeveral] = useState<number[]>([])
  const [told, setTold] = useState<CountNews>()
  const list = useRef<HTMLUListElement>(null)
  const code = useRef<HTMLInputElement>(null)
  /** The number of the line whose figure comes next. */
  const awaited = useRef<number>(undefined)
  const [finding, setFinding] = useState<boolean>()
  const isAgain = inventory.status === InventoryStatus.Recount
  const lines = inventory.lines.filter(({ recount }) => !isAgain || recount)
  const isShown = (line: InventoryLine) =>
    several.length > 0 ? several.includes(line.line) : here === undefined || line.place === here
  const shown = lines.filter(isShown)

  /** To the line that was scanned; to the code when none waits for its figure. */
  function focusAwaited() {
    const line = list.current?.querySelector<HTMLInputElement>(`[data-line="${awaited.current}"]`)
    const next = line ?? code.current
    next?.focus()
  }

  function scan(text: string) {
    awaited.current = undefined
    const found = findByCode({ ...inventory, lines }, text, here, several)
    if (found.kind === 'place') {
      setHere(found.place)
      setSeveral([])
      setTold({ tone: 'taken', text: t('station.here', { place: found.place }) })
      return
    }
    if (found.kind === 'unknown') {
      setTold({ tone: 'unknown', text: t('station.unknown', { code: text.trim() }) })
      return
    }
    if (found.lines.length > 1) {
      setSeveral(found.lines.map(({ line }) => line))
      focusAwaited()
      setTold({ tone: 'known', text: t('station.several', { count: found.lines.length }) })
      return
    }
    const [line] = found.lines
    if (!line) return
    // The next figure belongs to the line, and its field is there once its place is shown.
    flushSync(() => {
      setSeveral([])
      if (line.place !== here) setHere(undefined)
    })
    awaited.current = line.line
    focusAwaited()
    setTold({ tone: 'taken', text: [line.title, line.lot, line.place].filter(Boolean).join(' · ') })
  }

  function count(line: InventoryLine, quantity: number) {
    if (isCode(inventory, quantity)) {
      scan(String(quantity))
    } else {
      take(line, quantity)
      awaited.current = undefined
      // The next code is of other goods.
      setSeveral([])
    }
    focusAwaited()
  }

  return (
    <PageCard title={isAgain ? t('station.again') : t('station.title')}>
      <Stack gap="sm">
        <Verdict tone={told?.tone} text={told?.text ?? t('station.ready')} />
        {news?.text && <Verdict tone={news.tone} text={news.text} isUrgent />}
        {unsent.length > 0 && (
          <Group justify="space-between">
            <Text size="sm">{t('station.unsent', { count: unsent.length })}</Text>
            <Button variant="default" onClick={send}>
              {t('action.send')}
            </Button>
          </Group>
        )}
        <ScanCode
          field={code}
          label={t('station.code')}
          onCode={scan}
          // Above the camera nothing else takes the focus.
          onCameraClosed={focusAwaited}
          told={told?.text}
        />
        <Progress
          inventory={inventory}
          isNarrowed={here !== undefined || several.length > 0}
          onAll={() => {
            setHere(undefined)
            setSeveral([])
          }}
        />
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
        <ul ref={list} role="list" className={classes.list} aria-label={t('lines')}>
          {shown.map((line) => (
            <CountLine
              key={line.line}
              line={line}
              own={own.get(line.line)}
              onCount={(quantity) => count(line, quantity)}
            />
          ))}
        </ul>
        {shown.length === 0 && <Text c="dimmed">{t('noLines')}</Text>}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
            onClick={() => setFinding(true)}
          >
            {t('action.find')}
          </Button>
        </div>
      </Stack>
      {finding !== undefined && (
        <Suspense>
          <FindDialog inventory={inventory} here={here} opened={finding} onClose={() => setFinding(false)} />
        </Suspense>
      )}
    </PageCard>
  )
}

type ProgressProps = { inventory: InventoryDetails; isNarrowed: boolean; onAll(): void }

function Progress({ inventory, isNarrowed, onAll }: ProgressProps) {
  const { t } = useTranslation('inventories')
  const format = useFormat()
  const left = inventory.lines.filter(({ open }) => open).length
  return (
    <Group justify="space-between">
      <Text size="sm">
        {left > 0 ? t('station.left', { number: format.number(left) }) : t('station.all')}
      </Text>
      {isNarrowed && (
        <Button variant="subtle" onClick={onAll}>
          {t('action.allPlaces')}
        </Button>
      )}
    </Group>
  )
}
