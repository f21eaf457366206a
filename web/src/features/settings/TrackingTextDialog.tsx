import { Modal, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrackingEmailText } from '@/api/schema'
import { LANGUAGE_NAMES } from '@/i18n'
import { localeText } from '@/ui/locale-text'
import { TrackingTextForm } from './TrackingTextForm'
import classes from './TrackingTexts.module.css'

type TrackingTextDialogProps = {
  /** The texts of the event to change, by language; none while it is closed. */
  texts: TrackingEmailText[]
  onClose(): void
}

/** Input is a draft: closing the dialog or another language keeps it. */
export function TrackingTextDialog({ texts, onClose }: TrackingTextDialogProps) {
  const { t, i18n } = useTranslation(['settings', 'common'])
  const [language, setLanguage] = useState<string>(i18n.language)
  // The last ones stay readable while their dialog fades away.
  const [shown, setShown] = useState(texts)
  if (texts.length > 0 && !isSame(texts, shown)) setShown(texts)
  const text = shown.find((one) => one.language === language) ?? shown[0]
  if (!text) return null
  return (
    <Modal
      opened={texts.length > 0}
      onClose={onClose}
      size="72rem"
      title={localeText(text.event_name_locale, i18n.language)}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {shown.length > 1 && (
        <SegmentedControl
          mb="md"
          aria-label={t('texts.language')}
          value={text.language}
          onChange={setLanguage}
          data={shown.map((one) => ({ value: one.language, label: LANGUAGE_NAMES[one.language] }))}
        />
      )}
      <div className={classes.dialog}>
        <TrackingTextForm key={`${text.event_code}-${text.language}`} text={text} onClose={onClose} />
      </div>
    </Modal>
  )
}

const isSame = (a: TrackingEmailText[], b: TrackingEmailText[]) =>
  a.length === b.length && a.every((text, at) => text === b[at])
