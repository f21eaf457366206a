import { Anchor, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupTimezones } from '@/api/generated/endpoints/lookups/lookups'
import { type User, UserTypeCode } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { LANGUAGE_NAMES } from '@/i18n'
import { AppLink } from '@/ui/AppLink'
import { findZone } from '@/ui/fields/TimeZoneSelect'
import { Moment } from '@/ui/time/Moment'
import classes from './UserPage.module.css'

type Fact = readonly [label: string, value: ReactNode]

function Facts({ facts }: { facts: (Fact | false)[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter((fact) => fact !== false)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The user's place in the company: type, profiles, client, partner and subsidiaries. */
export function AccessFacts({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const { menu } = useProfile()
  const isStaff = user.user_type !== UserTypeCode.Client && !user.partner_id
  const profiles = user.profiles.map(({ id, name }) => ({
    name,
    to: menu.profiles && paths['profiles.edit']({ id }),
  }))
  const branches = user.subsidiaries.map(({ id, title }) => ({
    name: title,
    to: menu.subsidiaries && paths['subsidiaries.edit']({ id }),
  }))
  return (
    <Facts
      facts={[
        [t('field.user_type'), t(`type.${user.user_type}`)],
        [t('field.profiles'), <Linked key="profiles" links={profiles} none={t('noProfiles')} />],
        user.client_name !== null && [t('field.client'), user.client_name],
        user.partner_id !== null && [
          t('field.partner'),
          <Linked
            key="partner"
            none="–"
            links={[
              {
                name: user.partner_name ?? '–',
                to: menu.partners && paths['partners.edit']({ id: user.partner_id }),
              },
            ]}
          />,
        ],
        isStaff && [
          t('field.subsidiaries'),
          <Linked key="subsidiaries" links={branches} none={t('noSubsidiaries')} />,
        ],
      ]}
    />
  )
}

/** How the user signs in and reads. */
export function PersonFacts({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const { data: zones } = useLookupTimezones(undefined, FOREVER)
  const zone = user.preferred_timezone_id
  return (
    <Facts
      facts={[
        [
          t('field.last_login_at'),
          user.last_login_at ? <Moment key="login" at={user.last_login_at} relative /> : t('never'),
        ],
        [t('field.second_factor'), t(user.second_factor ? 'secondFactor.on' : 'secondFactor.off')],
        [t('field.language'), LANGUAGE_NAMES[user.language_id]],
        [t('field.time_zone'), findZone(zones?.data ?? [], zone)?.description ?? zone],
        [t('field.created_at'), <Moment key="created" at={user.created_at} relative />],
      ]}
    />
  )
}

type LinkedProps = { links: { name: string; to: string | false | undefined }[]; none: string }

/** Names one after the other, each leading to its record where that can be opened. */
function Linked({ links, none }: LinkedProps) {
  if (links.length === 0)
    return (
      <Text span inherit c="dimmed">
        {none}
      </Text>
    )
  return links.map(({ name, to }, at) => (
    <Fragment key={name}>
      {at > 0 && ', '}
      {to ? (
        <Anchor component={AppLink} to={to} inherit>
          {name}
        </Anchor>
      ) : (
        name
      )}
    </Fragment>
  ))
}
