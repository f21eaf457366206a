import { Skeleton, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { applyServerErrors, errorText } from '@/api/errors'
import { useTenantSettingTrackingEmailPreview } from '@/api/generated/endpoints/company/company'
import type { TrackingEmailDraft, TrackingEmailPreview } from '@/api/schema'
import classes from './TrackingTexts.module.css'
import type { TextValues } from './tracking-texts'

const PAUSE_MS = 300

type TrackingPreviewProps = { draft: TrackingEmailDraft; form: UseFormReturnType<TextValues> }

/** The e-mail as the server fills it with a sample shipment. What the server refuses is said at its field. */
export function TrackingPreview({ draft, form }: TrackingPreviewProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [asked] = useDebouncedValue(JSON.stringify(draft), PAUSE_MS)
  const { mutate, data, error } = useTenantSettingTrackingEmailPreview({ request: { quiet: true } })
  const { setErrors } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object at each drawing
  useEffect(() => {
    mutate(
      { data: JSON.parse(asked) as TrackingEmailDraft },
      {
        onSuccess: () => setErrors({}),
        onError: (problem) => void applyServerErrors(form, problem),
      },
    )
  }, [asked, mutate, setErrors])
  return (
    <section aria-labelledby={id}>
      <Text id={id} size="sm" fw={600} mb={4}>
        {t('texts.preview')}
      </Text>
      {data ? (
        <Mail mail={data.data} language={draft.language} />
      ) : error ? (
        <Text size="sm" c="dimmed">
          {errorText(error)}
        </Text>
      ) : (
        <Skeleton height={320} radius="md" />
      )}
    </section>
  )
}

function Mail({ mail, language }: { mail: TrackingEmailPreview; language: string }) {
  return (
    <div className={classes.mail} lang={language}>
      <div className={classes.head}>
        {mail.sender}
        <div className={classes.subject}>{mail.subject}</div>
      </div>
      <div className={classes.body}>
        {mail.logo && <img src={mail.logo} alt={mail.company} className={classes.logo} />}
        {mail.paragraphs.map((lines, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name
          <p key={at}>
            {lines.map((line, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: neither have lines
              <span key={row}>
                {row > 0 && <br />}
                {line}
              </span>
            ))}
          </p>
        ))}
        <span className={classes.button} style={{ background: mail.color, color: mail.ink }}>
          {mail.action}
        </span>
      </div>
      <div className={classes.foot}>
        <p>{mail.footer}</p>
        <p>{mail.stop}</p>
        {mail.legal.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  )
}
