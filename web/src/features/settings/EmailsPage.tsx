import { Button, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantSettingTestEmail } from '@/api/generated/endpoints/company/company'
import type { TenantSetting } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import classes from './EmailsPage.module.css'
import { NotificationDefaults } from './NotificationDefaults'
import { SettingsFrame } from './SettingsFrame'
import { TrackingTexts } from './TrackingTexts'
import { useSettingsForm } from './useSettingsForm'

type Values = { mail_sender_name: string; mail_reply_to: string; version: string }

/** Sender and reply-to address of the company's e-mails, a test e-mail, notifications of clients, tracking e-mails. */
export default function EmailsPage() {
  return (
    <SettingsFrame>
      {(setting) => (
        <>
          <EmailsForm setting={setting} />
          <NotificationDefaults canUpdate={setting.can.update} />
          <TrackingTexts />
        </>
      )}
    </SettingsFrame>
  )
}

const valuesOf = (setting: TenantSetting): Values => ({
  mail_sender_name: setting.mail_sender_name ?? '',
  mail_reply_to: setting.mail_reply_to ?? '',
  version: setting.revision,
})

function EmailsForm({ setting }: { setting: TenantSetting }) {
  const { t } = useTranslation('settings')
  const { t: codes } = useTranslation('codes')
  const navigate = useNavigate()
  const model = useSettingsForm<Values>({
    name: 'tenant-emails',
    setting,
    valuesOf,
    validate: {
      mail_reply_to: (address) =>
        !address.trim() || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address.trim()) ? null : codes('invalid_email'),
    },
    changes: ({ mail_sender_name, mail_reply_to }) => ({ mail_sender_name, mail_reply_to }),
  })
  const { values, at, set } = useTiedFields(model.form)
  const text = (name: 'mail_sender_name' | 'mail_reply_to') => ({
    ...at(name),
    ...HALF,
    label: t(`emails.${name}`),
    value: values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => set(name, event.currentTarget.value),
  })
  return (
    <fieldset disabled={!setting.can.update} style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
      <ResourceForm model={model} submitLabel={t('save')} onCancel={() => void navigate({ to: '/' })}>
        <FormSection title={t('emails.sender')} text={t('emails.senderText')}>
          <TextInput {...text('mail_sender_name')} maxLength={120} placeholder={setting.name} />
          <TextInput
            {...text('mail_reply_to')}
            type="email"
            maxLength={254}
            placeholder={setting.contact_email ?? ''}
          />
          <Preview values={values} setting={setting} />
        </FormSection>
        <FormSection title={t('emails.test')} text={t('emails.testText')}>
          <TestEmail unsaved={model.form.isDirty()} />
        </FormSection>
      </ResourceForm>
    </fieldset>
  )
}

/** The sender as a mail program shows it. */
function Preview({ values, setting }: { values: Values; setting: TenantSetting }) {
  const { t } = useTranslation('settings')
  const id = useId()
  const name = values.mail_sender_name.trim() || setting.name
  const address = values.mail_reply_to.trim() || setting.contact_email
  return (
    <div>
      <Text id={id} size="sm" fw={600}>
        {t('emails.preview')}
      </Text>
      <output aria-labelledby={id} className={classes.preview}>
        {`${name} <${setting.mail_sender_address}> · `}
        {address ? t('emails.repliesTo', { address }) : t('emails.noReplies')}
      </output>
    </div>
  )
}

function TestEmail({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation('settings')
  const id = useId()
  const send = useTenantSettingTestEmail({
    mutation: {
      onSuccess: () => notify.success(t('emails.sent')),
      onError: notify.failure,
    },
  })
  return (
    <div>
      <Button
        variant="default"
        loading={send.isPending}
        disabled={unsaved}
        aria-describedby={unsaved ? id : undefined}
        onClick={() => send.mutate()}
      >
        {t('emails.send')}
      </Button>
      {unsaved && (
        <Text id={id} size="sm" c="dimmed" mt={6}>
          {t('emails.saveFirst')}
        </Text>
      )}
    </div>
  )
}
