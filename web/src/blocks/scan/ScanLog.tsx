import { Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './CodeList.module.css'

/** A code as it was scanned, and its result. */
export type LoggedScan = { key: string; code: string; text: string; isTaken: boolean }

/** As many as a hand can have scanned wrongly before its owner looks up. */
export const MOST_LOGGED = 20

/** The last scans, the newest first: the same code stands there each time that it was scanned. */
export function ScanLog({ scans }: { scans: LoggedScan[] }) {
  const { t } = useTranslation('scan')
  return (
    <section aria-label={t('list.label')} className={classes.frame}>
      {scans.length === 0 ? (
        <p className={classes.empty}>{t('list.empty')}</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
        <ol role="list" className={classes.list} reversed>
          {scans.map(({ key, code, text, isTaken }, at) => (
            <li key={key} className={classes.line} data-state={isTaken ? 'done' : 'refused'}>
              <span className={classes.number} aria-hidden>
                {scans.length - at}
              </span>
              <span className={classes.code}>{code}</span>
              <Text size="xs" component="span" className={isTaken ? classes.done : classes.refused}>
                {isTaken ? (
                  <IconCircleCheck size={14} stroke={2} aria-hidden />
                ) : (
                  <IconAlertCircle size={14} stroke={2} aria-hidden />
                )}{' '}
                {text}
              </Text>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
