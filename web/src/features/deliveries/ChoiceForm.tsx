import { Alert, Button, Radio, Select, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { publicDeliveryChoose } from '@/api/generated/endpoints/deliveries/deliveries'
import type { RecipientChoice } from '@/api/schema'
import { useFormat } from '@/ui/format'

const CHOICES: RecipientChoice[] = ['another_day', 'neighbour', 'post', 'return']

type Answer = Awaited<ReturnType<typeof publicDeliveryChoose>>

type ChoiceFormProps = {
  token: string
  /** Days for another attempt. */
  days: string[]
  onChosen(answer: Answer): void
}

/** What the recipient wants. It can be sent once. */
export function ChoiceForm({ token, days, onChosen }: ChoiceFormProps) {
  const { t } = useTranslation('deliveries')
  const format = useFormat()
  const [choice, setChoice] = useState<RecipientChoice>()
  const [on, setOn] = useState<string | null>(days[0] ?? null)
  const [note, setNote] = useState('')
  const [lacksChoice, setLacksChoice] = useState(false)
  const send = useMutation({
    mutationFn: (chosen: RecipientChoice) =>
      publicDeliveryChoose(
        { token, choice: chosen, on: chosen === 'another_day' ? on : null, note: note.trim() || null },
        { quiet: true },
      ),
    onSuccess: onChosen,
  })
  const refused = fieldTexts(send.error)
  // A refusal at no field that is seen here is said below them.
  const isRefusedWhole =
    send.error && !refused.choice && !refused.note && !(refused.on && choice === 'another_day')

  function submit(event: FormEvent) {
    event.preventDefault()
    setLacksChoice(!choice)
    if (choice) send.mutate(choice)
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Radio.Group
          label={t('public.question')}
          withAsterisk
          value={choice ?? ''}
          error={lacksChoice ? t('public.choose') : refused.choice}
          onChange={(value) => {
            setChoice(value as RecipientChoice)
            setLacksChoice(false)
          }}
        >
          <Stack gap="sm" mt="xs">
            {CHOICES.map((value) => (
              <Radio key={value} value={value} size="md" label={t(`choice.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {choice === 'another_day' && (
          <Select
            label={t('public.day')}
            withAsterisk
            allowDeselect={false}
            data={days.map((value) => ({ value, label: format.day(value) }))}
            value={on}
            error={refused.on}
            onChange={setOn}
          />
        )}
        <Textarea
          label={t(choice === 'neighbour' ? 'public.neighbour' : 'public.note')}
          withAsterisk={choice === 'neighbour'}
          maxLength={500}
          autosize
          minRows={2}
          value={note}
          error={refused.note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {isRefusedWhole && (
          <Alert color="red" role="alert">
            {errorText(send.error)}
          </Alert>
        )}
        <div>
          <Button type="submit" size="md" loading={send.isPending}>
            {t('public.send')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
