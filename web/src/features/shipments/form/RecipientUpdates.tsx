import { Checkbox, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@/i18n'
import { WIDE_HALF } from './FormCard'
import type { Fields } from './fields'

/** Whether the recipient gets e-mails about the shipment, and in which language; nothing where the company offers none. */
export function RecipientUpdates({ fields: { values, at, set } }: { fields: Fields }) {
  const { t, i18n } = useTranslation('shipment-form')
  const { domain } = useSite()
  const language = values.to_updates_language
  if (domain.flags.tracking_emails !== true) return null
  return (
    <>
      <Checkbox
        size="sm"
        label={t('updates.label')}
        description={t(values.to_email ? 'updates.text' : 'updates.needsEmail')}
        checked={language !== null}
        // One that is on can always be switched off.
        disabled={!values.to_email && language === null}
        onChange={(event) =>
          set('to_updates_language', event.currentTarget.checked ? (i18n.language as Language) : null)
        }
      />
      {language !== null && (
        <Select
          {...at('to_updates_language')}
          {...WIDE_HALF}
          label={t('field.updates_language')}
          data={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
          value={language}
          onChange={(chosen) => set('to_updates_language', chosen as Language)}
          allowDeselect={false}
        />
      )}
    </>
  )
}
