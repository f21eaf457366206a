import { Alert, Button, Skeleton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import clsx from 'clsx'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { statusOf } from '@/api/errors'
import { FOREVER } from '@/api/forever'
import { useAuditEntryList } from '@/api/generated/endpoints/audit/audit'
import { useLookupTimezones } from '@/api/generated/endpoints/lookups/lookups'
import { useUserDevices } from '@/api/generated/endpoints/my-account/my-account'
import { useUserRights } from '@/api/generated/endpoints/permissions/permissions'
import { useUserConsents, useUserShow } from '@/api/generated/endpoints/users/users'
import type { AuditEntry, Device, LegalConsent, User, UserProfileRule } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useAreNamed } from '@/shared/activity/useEntryNames'
import { AppLink } from '@/ui/AppLink'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { userLook } from './look'
import { RecentActivity } from './RecentActivity'
import { UserConsents } from './UserConsents'
import { AccessFacts, PersonFacts } from './UserFacts'
import classes from './UserPage.module.css'
import { UserRights } from './UserRights'
import { UserSessions } from './UserSessions'
import { useUserActions } from './useUserActions'

/** Entries that the page shows; the log has the others. */
const RECENT = 10

/** `children` stand under what is known of the user: what other features have to say. */
export function UserPage({ id, children }: { id: string; children?: ReactNode }) {
  const { t } = useTranslation('users')
  const { menu, can } = useProfile()
  const user = useUserShow(id)
  const zones = useLookupTimezones(undefined, FOREVER)
  const devices = useUserDevices(id)
  const consents = useUserConsents(id)
  const rights = useUserRights(id, { query: { enabled: can['policy.explain'] === true } })
  const log = useAuditEntryList(
    { user_id: id, per_page: RECENT },
    { query: { enabled: menu.audit_log === true } },
  )
  const missing = statusOf(user.error) === 404
  const failed = [user, devices, consents, rights, log].find(({ error }) => error)
  // Together: what came later would move what stands below it.
  const areNamed = useAreNamed(log.data?.data)
  const isReady = areNamed && [zones, devices, consents, rights, log].every(({ isLoading }) => !isLoading)
  if (user.data && devices.data && consents.data && isReady) {
    const known = {
      devices: devices.data.data,
      consents: consents.data.data,
      rights: rights.data?.data,
      entries: log.data?.data,
    }
    return (
      <Suspense fallback={<Skeleton h="70vh" radius="md" />}>
        <Shown user={user.data.data} {...known}>
          {children}
        </Shown>
      </Suspense>
    )
  }
  return (
    <ResourcePage title={missing ? t('show.notFound') : t('show.title')}>
      {failed ? (
        <LoadFailure title={t(missing ? 'show.notFoundText' : 'show.failed')} result={failed} />
      ) : (
        <Skeleton h="70vh" radius="md" />
      )}
    </ResourcePage>
  )
}

type ShownProps = {
  user: User
  devices: Device[]
  consents: LegalConsent[]
  rights: UserProfileRule[] | undefined
  entries: AuditEntry[] | undefined
  children: ReactNode
}

function Shown({ user, devices, consents, rights, entries, children }: ShownProps) {
  // With the texts of its cards, which then are there together.
  const { t } = useTranslation(['users', 'activity', 'profiles'])
  return (
    <ResourcePage
      title={user.name}
      aside={<StatusBadge status={userLook(user, t)} />}
      text={user.email}
      action={<Actions user={user} />}
    >
      <Deletion user={user} />
      <div className={classes.cards}>
        <section className={classes.card} aria-label={t('card.access')}>
          <AccessFacts user={user} />
        </section>
        <section className={classes.card} aria-label={t('card.person')}>
          <PersonFacts user={user} />
        </section>
        {rights && (
          <section className={classes.card} aria-labelledby="user-rights">
            <UserRights user={user} rights={rights} />
          </section>
        )}
        <section className={classes.card} aria-labelledby="user-sessions">
          <UserSessions devices={devices} />
        </section>
        {consents.length > 0 && (
          <section className={classes.card} aria-labelledby="user-consents">
            <UserConsents consents={consents} />
          </section>
        )}
        {entries && (
          <section className={clsx(classes.card, classes.wide)} aria-labelledby="user-activity">
            <RecentActivity user={user} entries={entries} />
          </section>
        )}
        {children && <div className={clsx(classes.card, classes.wide)}>{children}</div>}
      </div>
    </ResourcePage>
  )
}

/** That the user asked for the deletion of the account, or that it was deleted. */
function Deletion({ user }: { user: User }) {
  const { t } = useTranslation('users')
  if (user.erased_at) {
    return (
      <Alert mb="md" title={t('deletion.erased')}>
        <Moment at={user.erased_at} />
      </Alert>
    )
  }
  if (!user.deletion_requested_at) return null
  return (
    <Alert mb="md" color="yellow" title={t('deletion.requested')}>
      {t('deletion.requestedText')} <Moment at={user.deletion_requested_at} />
    </Alert>
  )
}

/** The same verbs as in the menu of a row; those that are refused stay away. */
function Actions({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const navigate = useNavigate()
  const menu = useUserActions({ onDeleted: () => void navigate({ to: paths['users.index']() }) })
  const verbs = menu(user).filter((entry) => entry !== 'divider' && entry.run && !entry.refused)
  return (
    <>
      {verbs.map(
        (entry) =>
          entry !== 'divider' && (
            <Button
              key={entry.label}
              variant="default"
              leftSection={<entry.icon size={16} aria-hidden />}
              onClick={entry.run}
            >
              {entry.label}
            </Button>
          ),
      )}
      {user.can.update && (
        <Button
          leftSection={<IconPencil size={16} aria-hidden />}
          renderRoot={(props) => <AppLink {...props} to={paths['users.edit']({ id: user.id })} />}
        >
          {t('action.edit')}
        </Button>
      )}
    </>
  )
}
