import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type User, type UserProfileRule, UserTypeCode } from '@/api/schema'
import classes from './UserPage.module.css'

/** The rights of the user, one line per resource. */
export function UserRights({ user, rights }: { user: User; rights: UserProfileRule[] }) {
  const { t, i18n } = useTranslation(['users', 'profiles', 'shell'])
  const list = new Intl.ListFormat(i18n.language)
  const isAdmin = user.user_type === UserTypeCode.Admin
  return (
    <>
      <Title order={2} size="h4" id="user-rights" mb="xs">
        {t('card.rights')}
      </Title>
      {isAdmin && <Text>{t('rights.everything')}</Text>}
      {!isAdmin && rights.length === 0 && <Text c="dimmed">{t('rights.nothing')}</Text>}
      {!isAdmin && (
        <ul className={classes.list}>
          {[...Map.groupBy(rights, ({ resource }) => resource)].map(([resource, rules]) => (
            <li key={resource}>
              <Text fw={550} size="sm">
                {t(`shell:resources.${resource}`)}
              </Text>
              <Text size="sm" c="dimmed">
                {list.format(rules.map(({ action }) => t(`profiles:action.${action}`)))}
                {rules[0]?.scope === 'own' && ` · ${t('profiles:matrix.reach.own')}`}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
