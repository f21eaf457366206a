import { Alert, Button, Text, TextInput } from '@mantine/core'
import { IconMail, IconMailCheck } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { useTrackingSubscriptionCreate } from '@/api/generated/endpoints/tracking/tracking'
import type { Language } from '@/i18n'
import classes from './NotifyMe.module.css'

type NotifyMeProps = {
  code: string
  /** What the reader has proven, where the page asks for it. */
  postcode: string | undefined
}

/** Asks for an e-mail about each change; a link in the first one confirms the address. */
export function NotifyMe({ code, postcode }: NotifyMeProps) {
  const { t } = useTranslation('tracking')
  const [opened, setOpened] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo) {
    return (
      <Alert role="status" color="green" icon={<IconMailCheck aria-hidden />} title={t('notify.sent')}>
        {t('notify.sentText', { email: sentTo })}
      </Alert>
    )
  }
  if (opened) return <Ask code={code} postcode={postcode} onSent={setSentTo} />
  return (
    <div>
      <Button
        variant="light"
        leftSection={<IconMail size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
        // The page that the server draws goes on here.
        data-step="notify"
        className={classes.open}
      >
        {t('notify.open')}
      </Button>
    </div>
  )
}

function Ask({ code, postcode, onSent }: NotifyMeProps & { onSent(email: string): void }) {
  const { t, i18n } = useTranslation(['tracking', 'codes'])
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useTrackingSubscriptionCreate({
    request: { quiet: true },
    mutation: {
      onSuccess: () => onSent(email.trim()),
      onError(error) {
        const texts = fieldTexts(error)
        setProblem(texts.email ?? texts.postcode ?? errorText(error))
        field.current?.focus()
      },
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    mutate({ data: { tracking_code: code, email, postcode, language: i18n.language as Language } })
  }

  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <TextInput
        ref={field}
        type="email"
        name="email"
        autoComplete="email"
        // The button that stood here had the focus.
        autoFocus
        maxLength={254}
        label={t('notify.email')}
        error={problem}
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setProblem(undefined)
        }}
        className={classes.field}
      />
      <Button type="submit" loading={isPending}>
        {t('notify.submit')}
      </Button>
      <Text size="xs" c="dimmed" className={classes.hint}>
        {t('notify.hint')}
      </Text>
    </form>
  )
}
