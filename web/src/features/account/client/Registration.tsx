import { Anchor, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ClientDetails } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { documentText } from '@/ui/fields/party'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'

/** The facts that stand on papers; only the company corrects them. */
export function Registration({ client }: { client: ClientDetails }) {
  const { t } = useTranslation('account')
  const { can } = useProfile()
  const facts = [
    [t('details.code'), client.code],
    [t('client.name'), client.name],
    [t('client.trading_name'), client.trading_name],
    [t('client.document'), documentText(client.document, client.country_id)],
    [t('client.ie'), client.ie],
  ] as const
  return (
    <FormSection title={t('details.registration')} text={t('details.registrationText')}>
      {facts.map(([label, value]) =>
        value ? (
          <TextInput key={label} {...HALF} readOnly variant="filled" label={label} value={value} />
        ) : null,
      )}
      {can['support_ticket.create'] && (
        <Anchor component={AppLink} to={paths['supports.create']()} size="sm">
          {t('details.ask')}
        </Anchor>
      )}
    </FormSection>
  )
}
