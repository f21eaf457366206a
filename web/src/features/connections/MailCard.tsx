import { Anchor, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { tenantSettingMailTest } from '@/api/generated/endpoints/company/company'
import type { TenantSetting } from '@/api/schema'
import { paths } from '@/context/paths'
import { TestNow } from '@/shared/integrations/TestNow'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { LoadFailure } from '@/ui/LoadFailure'
import { PageCard } from '@/ui/PageCard'
import type { Loaded } from './loaded'

/** How the company's e-mails leave. */
export function MailCard({ settings }: { settings: Loaded<TenantSetting> }) {
  const { t } = useTranslation('connections')
  const setting = settings.data?.data
  if (!setting) return settings.error ? <LoadFailure title={t('failed')} result={settings} /> : null
  const replies = setting.mail_reply_to ?? setting.contact_email
  return (
    <PageCard title={t('mail.title')}>
      <Facts label={t('mail.title')}>
        <Fact label={t('mail.sender')}>
          {`${setting.mail_sender_name ?? setting.name} <${setting.mail_sender_address}>`}
        </Fact>
        <Fact label={t('mail.replies')}>{replies ?? t('mail.noReplies')}</Fact>
      </Facts>
      <Group gap="xs" my="sm" align="start">
        <TestNow
          label={t('test')}
          name={t('testNamed', { name: t('mail.title') })}
          test={async () => {
            const { failure } = (await tenantSettingMailTest()).data
            return failure
              ? { isWell: false, text: t(`mail.failure.${failure}`) }
              : { isWell: true, text: t('mail.sent') }
          }}
        />
      </Group>
      <Anchor component={AppLink} to={paths['tenant_settings.tab']({ tab: 'emails' })} size="sm">
        {t('mail.settings')}
      </Anchor>
    </PageCard>
  )
}
