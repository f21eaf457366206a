import { Alert, Button, Radio, Select, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import type { RecipientChoice } from '@/api/schema'
import { useFormat } from '@/ui/format'

/** Somebody wants this to become of a delivery that has failed. */
export type Wish = { choice: RecipientChoice; on: string | null; note: string | null }

type WishFormProps = {
  label: string
  description?: string
  choices: RecipientChoice[]
  /** Days for another attempt, or to fetch it. */
  days: string[]
  /** The label of the note where a choice needs one. */
  asks(choice: RecipientChoice | undefined): string | undefined
  /** The consequence of a choice. */
  after?(choice: RecipientChoice | undefined): string | undefined
  sending: { mutate(wish: Wish): void; error: unknown; isPending: boolean }
}

const DATED: (RecipientChoice | undefined)[] = ['another_day', 'hold']

/** Asks once what becomes of a delivery. */
export function WishForm({ label, description, choices, days, asks, after, sending }: WishFormProps) {
  const { t } = useTranslation('deliveries')
  const format = useFormat()
  const [choice, setChoice] = useState<RecipientChoice>()
  const [on, setOn] = useState<string | null>(days[0] ?? null)
  const [note, setNote] = useState('')
  const [lacksChoice, setLacksChoice] = useState(false)
  const isDated = DATED.includes(choice)
  const [asked, followed] = [asks(choice), after?.(choice)]
  const refused: Partial<Record<string, string>> = sending.error ? fieldTexts(sending.error) : {}
  // A refusal at no field that is seen here is said below them.
  const isRefusedWhole = sending.error && !refused.choice && !refused.note && !(refused.on && isDated)

  function submit(event: FormEvent) {
    event.preventDefault()
    setLacksChoice(!choice)
    if (choice) sending.mutate({ choice, on: isDated ? on : null, note: note.trim() || null })
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Radio.Group
          label={label}
          description={description}
          withAsterisk
          value={choice ?? ''}
          error={lacksChoice ? t('public.choose') : refused.choice}
          onChange={(value) => {
            setChoice(value as RecipientChoice)
            setLacksChoice(false)
          }}
        >
          <Stack gap="sm" mt="xs">
            {choices.map((value) => (
              <Radio key={value} value={value} size="md" label={t(`choice.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {isDated && (
          <Select
            label={t(choice === 'hold' ? 'public.until' : 'public.day')}
            withAsterisk
            allowDeselect={false}
            data={days.map((value) => ({ value, label: format.day(value) }))}
            value={on}
            error={refused.on}
            onChange={setOn}
          />
        )}
        {followed && <Text size="sm">{followed}</Text>}
        <Textarea
          label={asked ?? t('public.note')}
          withAsterisk={asked !== undefined}
          maxLength={500}
          autosize
          minRows={2}
          value={note}
          error={refused.note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {isRefusedWhole ? (
          <Alert color="red" role="alert">
            {errorText(sending.error)}
          </Alert>
        ) : null}
        <div>
          <Button type="submit" size="md" loading={sending.isPending}>
            {t('public.send')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
