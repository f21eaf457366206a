import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconBell, IconChecks } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  invalidateNotificationList,
  useNotificationAllRead,
} from '@/api/generated/endpoints/notifications/notifications'
import { ClosingAlert } from '@/ui/dialogs/ClosingAlert'
import { notify } from '@/ui/dialogs/notify'
import { EmptyState } from '@/ui/EmptyState'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { LoadFailure } from '@/ui/LoadFailure'
import { NotificationItem } from './NotificationItem'
import classes from './Notifications.module.css'
import { type Tab, useNotificationPages } from './useNotificationPages'

const EMPTY = { all: 'empty.all', new: 'empty.new', read: 'empty.read' } as const

type NotificationListProps = {
  tab: Tab
  onTab(tab: Tab): void
  /** False while it is not on the screen. */
  shown?: boolean
  /** Called when an action leads elsewhere. */
  onFollow?: () => void
}

/** The list with its three tabs, in the drawer and on the page. */
export function NotificationList({ tab, onTab, shown = true, onFollow }: NotificationListProps) {
  const { t } = useTranslation('notifications')
  const result = useNotificationPages(tab, shown)
  const pages = result.data?.pages
  const { unread = 0, unread_capped: capped } = pages?.[0]?.meta ?? {}
  const all = pages?.flatMap(({ data }) => data) ?? []
  const newest = all[0]?.id
  return (
    <div className={classes.list}>
      <FilterTabs
        label={t('tabs')}
        value={tab === 'all' ? undefined : tab}
        options={[
          { value: undefined, label: t('tab.all') },
          { value: 'new', label: t('tab.new') },
          { value: 'read', label: t('tab.read') },
        ]}
        totals={{ new: unread > 0 ? (capped ? '99+' : String(unread)) : '' }}
        onChange={(value) => onTab(value ?? 'all')}
      />
      <AllRead upTo={unread > 0 && tab !== 'read' ? newest : undefined} />
      {result.error && !pages && <LoadFailure title={t('failed')} result={result} />}
      {!pages && !result.error && <Waiting />}
      {pages && all.length === 0 && (
        <EmptyState icon={IconBell} title={t(EMPTY[tab])} text={t('emptyText')} />
      )}
      <ul className={classes.items} aria-busy={result.isFetching}>
        {all.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            {...(onFollow && { onFollow })}
          />
        ))}
      </ul>
      {result.hasNextPage && (
        <Group justify="center" mt="sm">
          <Button
            variant="default"
            loading={result.isFetchingNextPage}
            onClick={() => result.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </Group>
      )}
    </div>
  )
}

/** Up to the newest that is shown: one that arrives meanwhile stays unread. */
function AllRead({ upTo }: { upTo: string | undefined }) {
  const { t } = useTranslation('notifications')
  const client = useQueryClient()
  const [done, setDone] = useState(false)
  const close = useCallback(() => setDone(false), [])
  const all = useNotificationAllRead({
    mutation: {
      onSuccess: () => setDone(true),
      onSettled: () => invalidateNotificationList(client),
      onError: notify.failure,
    },
  })
  if (done) {
    return (
      <ClosingAlert mb="xs" p="xs" color="teal" onClose={close}>
        {t('allReadDone')}
      </ClosingAlert>
    )
  }
  if (!upTo) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      mb="xs"
      leftSection={<IconChecks size={16} aria-hidden />}
      loading={all.isPending}
      onClick={() => all.mutate({ data: { up_to: upTo } })}
    >
      {t('allRead')}
    </Button>
  )
}

const Waiting = () => (
  <Stack gap="sm">
    <Skeleton height={76} radius="lg" />
    <Skeleton height={76} radius="lg" />
    <Skeleton height={76} radius="lg" />
  </Stack>
)
