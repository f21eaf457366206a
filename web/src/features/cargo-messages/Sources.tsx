import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useCargoMessageSources } from '@/api/generated/endpoints/consolidation/consolidation'
import type { CargoMessageSource, LeftMessageFile } from '@/api/schema'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'
import classes from './Messages.module.css'

/** From where messages are fetched, and how that goes. Nothing where somebody uploads them. */
export function Sources() {
  const { t } = useTranslation('cargo-messages')
  const sources = useCargoMessageSources().data?.data ?? []
  if (sources.length === 0) return null
  return (
    <PageCard label={t('source.title')}>
      <ul className={classes.list}>
        {sources.map((source) => (
          <li key={source.name} className={classes.line}>
            <Source source={source} />
          </li>
        ))}
      </ul>
    </PageCard>
  )
}

function Source({ source }: { source: CargoMessageSource }) {
  const { t } = useTranslation('cargo-messages')
  const trouble = troubleOf(t, source)
  const StateIcon = trouble ? IconAlertTriangle : IconCircleCheck
  return (
    <>
      <Text size="sm" fw={600} className={classes.source}>
        <StateIcon size={16} stroke={1.75} aria-hidden /> {source.label}
      </Text>
      <Text size="sm">
        {t('source.fetched', { count: source.fetched_count })}
        {' · '}
        {source.last_success_at ? <Moment at={source.last_success_at} /> : t('source.never')}
      </Text>
      {trouble && (
        <Text size="sm" c="red">
          {trouble}
        </Text>
      )}
      {source.list_cut && <Text size="sm">{t('source.listCut')}</Text>}
      {source.left_files.length > 0 && (
        <Text size="sm">
          {t('source.left', { files: source.left_files.map((file) => nameLeft(t, file)).join(', ') })}
        </Text>
      )}
    </>
  )
}

/** A file that stays at its source, with the reason. */
function nameLeft(t: TFunction<'cargo-messages'>, file: LeftMessageFile) {
  const { name, status } = file
  const words = t(`source.leftReason.${file.reason}`)
  return typeof status === 'number'
    ? t('source.leftStatus', { name, words, status })
    : t('source.leftFile', { name, words })
}

/** Why nothing comes; nothing when all is well. */
function troubleOf(t: TFunction<'cargo-messages'>, source: CargoMessageSource) {
  const { failure_count, last_failure, last_status } = source
  if (failure_count === 0 || !last_failure) return null
  return t(`source.failure.${last_failure}`, { status: last_status ?? 0 })
}
