import { Anchor, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry, User } from '@/api/schema'
import { paths } from '@/context/paths'
import { EntryDialog } from '@/shared/activity/EntryDialog'
import { EntryText } from '@/shared/activity/EntryText'
import { AppLink } from '@/ui/AppLink'
import { Moment } from '@/ui/time/Moment'
import classes from './UserPage.module.css'

/** The newest entries of the log by this user, and the way to all of them. */
export function RecentActivity({ user, entries }: { user: User; entries: AuditEntry[] }) {
  const { t } = useTranslation('users')
  const [shown, setShown] = useState<AuditEntry>()
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="user-activity">
          {t('card.activity')}
        </Title>
        <Anchor component={AppLink} to={`${paths['audit.index']()}?user_id=${user.id}`} size="sm">
          {t('show.log')}
        </Anchor>
      </Group>
      {entries.length === 0 && <Text c="dimmed">{t('activity.none')}</Text>}
      <ul className={classes.list}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryText entry={entry} onShow={() => setShown(entry)} />
            <Text size="xs" c="dimmed">
              <Moment at={entry.occurred_at} relative />
              {entry.acting_user && ` · ${entry.acting_user.name}`}
            </Text>
          </li>
        ))}
      </ul>
      <EntryDialog
        entry={shown}
        by={(shown?.acting_user ?? shown?.user)?.name}
        onClose={() => setShown(undefined)}
      />
    </>
  )
}
