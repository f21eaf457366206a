import { Modal, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { quoteSend } from '@/api/generated/endpoints/quotes/quotes'
import type { Quote } from '@/api/schema'
import type { Language } from '@/i18n'
import { useLanguages } from '@/shared/choices/useLanguages'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import classes from './Quotes.module.css'
import { refreshQuotes } from './refresh'

type SendDialogProps = { quote: Quote; opened: boolean; onClose(): void }

/** Asks for the address, and sends the quote to it. */
export default function SendDialog({ quote, opened, onClose }: SendDialogProps) {
  const { t } = useTranslation(['quotes', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('send.title', { number: quote.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <SendForm quote={quote} onClose={onClose} />
      </div>
    </Modal>
  )
}

type SendValues = { email: string | null; language: Language | null }

function SendForm({ quote: { id, version, sent_to }, onClose }: Omit<SendDialogProps, 'opened'>) {
  const { t } = useTranslation('quotes')
  const languages = useLanguages()
  const { required } = useRules()
  const queryClient = useQueryClient()
  const model = useResourceForm<SendValues, Quote>({
    name: `quote-send-${id}`,
    initial: { email: sent_to, language: null },
    validate: { email: required },
    submit: async ({ email, language }) =>
      (await quoteSend(id, { email: email ?? '', language, version })).data,
    onSaved(saved) {
      refreshQuotes(queryClient, saved)
      notify.success(t('send.done', { email: saved.sent_to ?? '' }))
      onClose()
    },
  })
  const { values, set, at, text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.send')} onCancel={cancel}>
      <FormSection title={t('send.to')} text={t('send.text')}>
        <TextInput
          {...text('email')}
          data-autofocus
          type="email"
          label={t('field.email')}
          withAsterisk
          maxLength={254}
        />
        <Select
          {...at('language')}
          label={t('field.language')}
          placeholder={t('send.languageOfClient')}
          clearable
          value={values.language}
          data={languages}
          onChange={(language) => set('language', language as Language | null)}
        />
      </FormSection>
    </ResourceForm>
  )
}
