import { Anchor, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuditEntryList } from '@/api/generated/endpoints/audit/audit'
import type { AuditEntry } from '@/api/schema'
import { paths } from '@/context/paths'
import { EntryDialog } from '@/shared/activity/EntryDialog'
import { EntryText } from '@/shared/activity/EntryText'
import { useOnceEntriesAreNamed } from '@/shared/activity/useEntryNames'
import { AppLink } from '@/ui/AppLink'
import { LoadFailure } from '@/ui/LoadFailure'
import { Moment } from '@/ui/time/Moment'
import classes from './Records.module.css'

/** The newest entries of the audit log about a record, and the way to all of them. */
export function History({ id }: { id: string }) {
  const { t } = useTranslation('party-records')
  const { t: common } = useTranslation()
  const [shown, setShown] = useState<AuditEntry>()
  const result = useAuditEntryList({ resource_id: id, per_page: 25 }, { query: { staleTime: 0 } })
  const found = useOnceEntriesAreNamed(result).data
  if (!found) {
    return result.error ? (
      <LoadFailure title={common('table.failed')} result={result} />
    ) : (
      <Skeleton h={160} radius="md" />
    )
  }
  return (
    <>
      {found.data.length === 0 && <Text c="dimmed">{t('history.none')}</Text>}
      <ul className={classes.entries}>
        {found.data.map((entry) => (
          <li key={entry.id}>
            <EntryText entry={entry} onShow={() => setShown(entry)} />
            <Text size="xs" c="dimmed">
              <Moment at={entry.occurred_at} relative /> · {(entry.acting_user ?? entry.user)?.name}
            </Text>
          </li>
        ))}
      </ul>
      {found.meta.total > found.data.length && (
        <Anchor component={AppLink} to={`${paths['audit.index']()}?resource_id=${id}`} size="sm">
          {t('history.all')}
        </Anchor>
      )}
      <EntryDialog
        entry={shown}
        by={(shown?.acting_user ?? shown?.user)?.name}
        onClose={() => setShown(undefined)}
      />
    </>
  )
}
