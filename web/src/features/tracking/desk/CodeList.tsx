import { Button, CloseButton, Text } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { doubtAbout } from '@/shared/tracking/codes'
import { STATUS, statusTextKey } from '@/shared/tracking/status'
import { StatusBadge } from '@/ui/StatusBadge'
import classes from './CodeList.module.css'
import { type Line, waiting } from './collected'
import type { Found, LookedUp } from './lookup'

type CodeListProps = {
  lines: Line[]
  found: LookedUp
  onRemove(code: string): void
  onClear(): void
}

/** The codes that wait for their event, the newest first, each with what stands behind it. */
export function CodeList({ lines, found, onRemove, onClear }: CodeListProps) {
  const { t } = useTranslation('tracking')
  return (
    <section aria-label={t('list.label')} className={classes.frame}>
      {lines.length > 0 && (
        <div className={classes.head}>
          <Text size="sm" fw={600}>
            <Count lines={lines} found={found} />
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
              <Remark line={line} found={found.get(line.code)} />
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

/** How many wait; and what is wrong with some of them, or already behind us. */
function Count({ lines, found }: Pick<CodeListProps, 'lines' | 'found'>) {
  const { t } = useTranslation('tracking')
  const open = waiting(lines)
  const unknown = open.filter(({ code }) => found.get(code)?.known === false).length
  const done = lines.length - open.length
  return [
    t('list.count', { count: open.length }),
    unknown > 0 && t('list.unknownCount', { count: unknown }),
    done > 0 && t('list.doneCount', { count: done }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function stateOf({ refusal, done, unconfirmed }: Line, found: Found | undefined) {
  if (done) return unconfirmed ? 'held' : 'done'
  return refusal || found?.known === false ? 'refused' : undefined
}

function Remark({ line, found }: { line: Line; found: Found | undefined }) {
  const { t } = useTranslation('tracking')
  if (line.done && line.unconfirmed) {
    return (
      <span className={classes.held}>
        <IconAlertTriangle size={14} stroke={2} aria-hidden /> {t('outcome.unconfirmed')}
      </span>
    )
  }
  if (line.done) {
    return (
      <span className={classes.done}>
        <IconCircleCheck size={14} stroke={2} aria-hidden /> {t('outcome.done')}
        {found?.recipient && ` · ${found.recipient}`}
      </span>
    )
  }
  if (line.refusal || found?.known === false) {
    return (
      <span className={classes.refusal}>
        <IconAlertCircle size={14} stroke={2} aria-hidden /> {line.refusal ?? t('list.unknown')}
      </span>
    )
  }
  if (found) return <Known found={found} />
  return doubtAbout(line.code) ? <span className={classes.doubt}>{t('list.doubt')}</span> : null
}

function Known({ found: { recipient, status } }: { found: Found }) {
  const { t } = useTranslation(['tracking', 'shipments'])
  return (
    <span className={classes.known}>
      {recipient}
      {status !== undefined && (
        <StatusBadge status={{ ...STATUS[status], label: t(statusTextKey(status)) }} />
      )}
    </span>
  )
}
