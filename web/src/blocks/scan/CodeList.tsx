import { Button, CloseButton, Text } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './CodeList.module.css'
import { type CodeLine, isRefused, listWaiting } from './codes'
import type { FoundRecord, LookedUp } from './useLookUp'

/** What the line of a code says, by what is known of it. */
export type Remarks<R extends FoundRecord> = {
  done(record: R | undefined, line: CodeLine): string
  /** Done, but its parcel must be put aside. */
  held(record: R | undefined): string
  /** No record has this code. */
  unknown: string
  known(record: R): ReactNode
  /** Why a code that is not looked up yet may be mistyped. */
  doubt(code: string): string | undefined
  /** How many codes are done, beside those that wait. */
  doneCount(count: number): string
}

type CodeListProps<R extends FoundRecord> = {
  lines: CodeLine[]
  found: LookedUp<R>
  remarks: Remarks<R>
  onRemove(code: string): void
  onClear(): void
}

/** The codes of a list, the newest first, each with what stands behind it. */
export function CodeList<R extends FoundRecord>(props: CodeListProps<R>) {
  const { lines, found, remarks, onRemove, onClear } = props
  const { t } = useTranslation('scan')
  return (
    <section aria-label={t('list.label')} className={classes.frame}>
      {lines.length > 0 && (
        <div className={classes.head}>
          <Text size="sm" fw={600}>
            <Count lines={lines} found={found} remarks={remarks} />
          </Text>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconTrash size={15} stroke={1.75} aria-hidden />}
            onClick={onClear}
          >
            {t('list.clear')}
          </Button>
        </div>
      )}
      {lines.length === 0 ? (
        <p className={classes.empty}>{t('list.empty')}</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
        <ol role="list" className={classes.list} reversed>
          {lines.map((line, at) => (
            <li key={line.code} className={classes.line} data-state={stateOf(line, found.get(line.code))}>
              <span className={classes.number} aria-hidden>
                {lines.length - at}
              </span>
              <span className={classes.code}>{line.code}</span>
              <Remark line={line} found={found.get(line.code)} remarks={remarks} />
              <CloseButton
                size="sm"
                className={classes.remove}
                aria-label={t('list.remove', { code: line.code })}
                onClick={() => onRemove(line.code)}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

type CountProps<R extends FoundRecord> = Pick<CodeListProps<R>, 'lines' | 'found' | 'remarks'>

/** How many wait, and what is wrong with some of them; how many are already behind us, and how many were refused. */
function Count<R extends FoundRecord>({ lines, found, remarks }: CountProps<R>) {
  const { t } = useTranslation('scan')
  const open = listWaiting(lines)
  const unknown = open.filter(({ code }) => found.get(code) === null).length
  const refused = open.filter((line) => isRefused(line) && found.get(line.code) !== null).length
  const waiting = open.length - refused
  const done = lines.length - open.length
  return [
    (waiting > 0 || lines.length === 0) && t('list.count', { count: waiting }),
    unknown > 0 && t('list.unknownCount', { count: unknown }),
    done > 0 && remarks.doneCount(done),
    refused > 0 && t('list.refusedCount', { count: refused }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function stateOf({ refusal, done, held, unsent }: CodeLine, found: FoundRecord | null | undefined) {
  if (done) return held ? 'held' : 'done'
  return refusal || unsent || found === null ? 'refused' : undefined
}

type RemarkProps<R extends FoundRecord> = {
  line: CodeLine
  found: R | null | undefined
  remarks: Remarks<R>
}

const MARKS = { held: IconAlertTriangle, done: IconCircleCheck, refused: IconAlertCircle }

function Remark<R extends FoundRecord>({ line, found, remarks }: RemarkProps<R>) {
  const { t } = useTranslation('scan')
  const state = stateOf(line, found)
  if (state) {
    const Mark = MARKS[state]
    const texts = {
      held: () => remarks.held(found ?? undefined),
      done: () => remarks.done(found ?? undefined, line),
      refused: () => line.refusal ?? (line.unsent ? t('sentAgain') : remarks.unknown),
    }
    return (
      <span className={classes[state]}>
        <Mark size={14} stroke={2} aria-hidden /> {texts[state]()}
      </span>
    )
  }
  if (found) return <span className={classes.known}>{remarks.known(found)}</span>
  const doubt = remarks.doubt(line.code)
  return doubt ? <span className={classes.doubt}>{doubt}</span> : null
}
