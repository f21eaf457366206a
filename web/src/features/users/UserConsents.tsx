import { Anchor, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { LegalConsent } from '@/api/schema'
import { legalPage } from '@/context/legal-page'
import { Moment } from '@/ui/time/Moment'
import classes from './UserPage.module.css'

/** The versions of terms and privacy notice that the user accepted. */
export function UserConsents({ consents }: { consents: LegalConsent[] }) {
  const { t } = useTranslation('users')
  return (
    <>
      <Title order={2} size="h4" id="user-consents" mb="xs">
        {t('card.consents')}
      </Title>
      <ul className={classes.list}>
        {consents.map(({ kind, version, accepted_at, ip_address }) => (
          <li key={`${kind}-${version}`}>
            <Anchor href={legalPage(kind, version)} target="_blank" size="sm">
              {kind === 'terms' ? t('consents.terms', { version }) : t('consents.privacy', { version })}
            </Anchor>
            <Text size="sm" c="dimmed">
              <Moment at={accepted_at} /> · {ip_address}
            </Text>
          </li>
        ))}
      </ul>
    </>
  )
}
