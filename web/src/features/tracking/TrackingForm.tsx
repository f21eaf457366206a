import { Button, CloseButton, Text, Textarea } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_TRACKED, splitCodes } from './codes'
import classes from './TrackingForm.module.css'

type TrackingFormProps = {
  /** The codes of the address. */
  codes: string[]
  onSearch(codes: string[]): void
}

/** On lines of their own, and a new line after them: a scanner goes on where it stopped. */
const print = (codes: string[]) => codes.map((code) => `${code}\n`).join('')

/** One field for one code or a hundred, typed, pasted or scanned. */
export function TrackingForm({ codes, onSearch }: TrackingFormProps) {
  const { t } = useTranslation('tracking')
  const committed = print(codes)
  const [text, setText] = useState(committed)
  const [seen, setSeen] = useState(committed)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  // Back, or a followed link, changed it from outside.
  if (seen !== committed) {
    setSeen(committed)
    setText(committed)
    setProblem(undefined)
  }
  const typed = splitCodes(text)

  function submit(event?: FormEvent) {
    event?.preventDefault()
    const refusal = problemOf(typed.length)
    setProblem(refusal)
    if (refusal) return field.current?.focus()
    setText(print(typed))
    onSearch(typed)
  }

  function problemOf(count: number) {
    if (count === 0) return t('form.none')
    return count > MOST_TRACKED ? t('form.tooMany', { count, max: MOST_TRACKED }) : undefined
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not yet known to every screen reader
    <form role="search" onSubmit={submit} className={classes.form} noValidate>
      <Textarea
        ref={field}
        label={t('form.label')}
        description={t('form.hint', { max: MOST_TRACKED })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxRows={8}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        error={problem}
        classNames={{ input: classes.input }}
        rightSection={
          text && (
            <CloseButton
              aria-label={t('form.clear')}
              onClick={() => {
                setText('')
                field.current?.focus()
              }}
            />
          )
        }
        rightSectionProps={{ className: classes.clear }}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.actions}>
        <Button type="submit" size="md" leftSection={<IconSearch size={18} aria-hidden />}>
          {t('form.submit')}
        </Button>
        <Text size="sm" c="dimmed" aria-live="polite">
          {typed.length > 0 && t('form.count', { count: typed.length })}
        </Text>
      </div>
    </form>
  )
}
