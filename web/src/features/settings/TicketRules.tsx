import { Checkbox, Select, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useSupportSubjectSelect } from '@/api/generated/endpoints/support/support'
import type { TenantSetting } from '@/api/schema'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { localeText } from '@/ui/locale-text'

type Values = Pick<TenantSetting, 'mail_opens_tickets' | 'ticket_reply_takes'> & {
  mail_ticket_subject_id: string | null
}

type TicketRulesProps = {
  setting: TenantSetting
  values: Values
  /** The path and the error of the subject. */
  subject: { error: ReactNode; 'data-path': string }
  set<N extends keyof Values>(name: N, value: Values[N]): void
  /** The days in which a reply opens a closed ticket again. */
  days: ReactNode
}

/** Which e-mails open tickets, what about, and who gets a ticket. */
export function TicketRules({ setting, values, subject, set, days }: TicketRulesProps) {
  const { t, i18n } = useTranslation('settings-rules')
  const { data } = useSupportSubjectSelect(FOREVER)
  const subjects = (data?.data ?? []).map(({ id, code, title_locale }) => ({
    value: id,
    label: localeText(title_locale, i18n.language) || code,
  }))
  const address = setting.mail_ticket_address
  return (
    <FormSection title={t('tickets')} text={t('ticketsText')}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {address ? t('ticketsAddress', { address }) : t('ticketsNoAddress')}
      </Text>
      <Checkbox
        label={t('mail_opens_tickets')}
        checked={values.mail_opens_tickets}
        onChange={(event) => set('mail_opens_tickets', event.currentTarget.checked)}
      />
      <Select
        {...HALF}
        {...subject}
        label={t('mail_ticket_subject_id')}
        placeholder={t('firstSubject')}
        disabled={!values.mail_opens_tickets}
        clearable
        searchable
        data={subjects}
        value={values.mail_ticket_subject_id}
        onChange={(chosen) => set('mail_ticket_subject_id', chosen)}
      />
      {days}
      <Checkbox
        label={t('ticket_reply_takes')}
        checked={values.ticket_reply_takes}
        onChange={(event) => set('ticket_reply_takes', event.currentTarget.checked)}
      />
    </FormSection>
  )
}
