import { Anchor, Loader, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMawbRevisionList } from '@/api/generated/endpoints/consolidation/consolidation'
import type { Waybill } from '@/api/schema'
import { LoadFailure } from '@/ui/LoadFailure'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'
import classes from './Waybills.module.css'

/** The documents as they were issued and amended, the newest first. */
export function Revisions({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const result = useMawbRevisionList(waybill.id)
  const revisions = result.data?.data
  return (
    <PageCard title={t('section.revisions')}>
      {!revisions && result.error ? <LoadFailure title={t('revisionsFailed')} result={result} /> : null}
      {!revisions && !result.error && <Loader aria-label={t('section.revisions')} />}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('section.revisions')}>
        {revisions?.map(({ revision, reason, issued_at }) => (
          <li key={revision} className={classes.line}>
            <span>
              {t('revision', { revision })}
              <Text size="xs" c="dimmed">
                <Moment at={issued_at} />
                {reason && ` · ${reason}`}
              </Text>
            </span>
            <Anchor
              href={`/api/mawbs/${waybill.id}/pdf?revision=${revision}`}
              target="_blank"
              size="sm"
              aria-label={t('revisionPdf', { revision })}
            >
              PDF
            </Anchor>
          </li>
        ))}
      </ul>
    </PageCard>
  )
}
