import { Button, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { trackingSearch } from '@/api/generated/endpoints/tracking/tracking'
import type { TrackedJourney } from '@/api/schema'
import classes from './NotifyMe.module.css'

type AskPostcodeProps = {
  code: string
  /** The shipment with its places and times, and the postcode that proved it. */
  onProven(shipment: TrackedJourney, postcode: string): void
}

/** The company shows places and times only to those who know the postcode of the recipient. */
export function AskPostcode({ code, onProven }: AskPostcodeProps) {
  const { t } = useTranslation('tracking')
  const [postcode, setPostcode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function refuse(text: string) {
    setPending(false)
    setProblem(text)
    field.current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (postcode.trim() === '') return refuse(t('postcode.required'))
    setPending(true)
    try {
      const [shipment] = (await trackingSearch({ codes: code, postcode }, { quiet: true })).data
      if (shipment && !shipment.brief) onProven(shipment, postcode)
      else refuse(t('postcode.wrong'))
    } catch (error) {
      refuse(errorText(error))
    }
  }

  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <TextInput
        ref={field}
        name="postcode"
        // The page that the server draws goes on here.
        data-step="postcode"
        autoComplete="postal-code"
        maxLength={20}
        label={t('postcode.label')}
        error={problem}
        value={postcode}
        onChange={(event) => {
          setPostcode(event.currentTarget.value)
          setProblem(undefined)
        }}
        className={classes.field}
      />
      <Button type="submit" loading={pending}>
        {t('postcode.submit')}
      </Button>
      <Text size="xs" c="dimmed" className={classes.hint}>
        {t('postcode.hint')}
      </Text>
    </form>
  )
}
