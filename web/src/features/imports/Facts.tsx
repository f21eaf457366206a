import { useTranslation } from 'react-i18next'
import type { Import } from '@/api/schema'
import { useFormat } from '@/ui/format'
import classes from './MapStep.module.css'

const DELIMITERS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

/** How the file was understood. */
export function Facts({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const known = DELIMITERS[shown.delimiter as keyof typeof DELIMITERS]
  const lines = shown.total_lines ?? shown.counts.lines
  const facts = [
    [t('fact.kind'), shown.file_kind.toUpperCase()],
    [t('fact.size'), format.bytes(shown.file_size)],
    [t('fact.encoding'), shown.encoding],
    [t('fact.delimiter'), known ? t(`delimiter.${known}`) : shown.delimiter],
    [t('fact.columns'), format.number(shown.columns.length)],
    [t('count.lines'), lines ? format.number(lines) : null],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
