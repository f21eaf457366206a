import { Button, CloseButton, Text, Textarea } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_TRACKED, splitCodes } from './codes'
import classes from './TrackingForm.module.css'

type TrackingFormProps = {
  /** The codes of the address. */
  codes: string[]
  onSearch(codes: string[]): void
  /** One small line, above a result that is read first. */
  small?: boolean
}

/** On lines of their own, and a new line after them: a scanner goes on where it stopped. */
const print = (codes: string[]) => codes.map((code) => `${code}\n`).join('')

/** One field for one code or a hundred, typed, pasted or scanned. */
export function TrackingForm({ codes, onSearch, small = false }: TrackingFormProps) {
  const { t } = useTranslation('tracking')
  const { field, text, typed, problem, change, submit, onKeyDown } = useSearch({ codes, onSearch, small })
  const input = {
    ref: field,
    autosize: true,
    autoCapitalize: 'characters',
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    enterKeyHint: 'search' as const,
    error: problem,
    value: text,
    onChange: (event: { currentTarget: HTMLTextAreaElement }) => change(event.currentTarget.value),
    onKeyDown,
  }
  if (small) {
    return (
      <SmallForm onSubmit={submit}>
        <Textarea
          {...input}
          aria-label={t('form.label')}
          minRows={1}
          maxRows={4}
          placeholder={codes.length > 0 ? t('form.another') : t('form.label')}
          // The next code replaces the last one.
          onFocus={(event) => event.currentTarget.select()}
          classNames={{ input: classes.input }}
        />
      </SmallForm>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not yet known to every screen reader
    <form role="search" onSubmit={submit} className={classes.form} noValidate>
      <Textarea
        {...input}
        label={t('form.label')}
        description={t('form.hint', { max: MOST_TRACKED })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        minRows={2}
        maxRows={8}
        classNames={{ input: classes.input }}
        rightSection={
          text && (
            <CloseButton
              aria-label={t('form.clear')}
              onClick={() => {
                change('')
                field.current?.focus()
              }}
            />
          )
        }
        rightSectionProps={{ className: classes.clear }}
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

type SmallFormProps = { onSubmit(event: FormEvent): void; children: ReactNode }

function SmallForm({ onSubmit, children }: SmallFormProps) {
  const { t } = useTranslation('tracking')
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not yet known to every screen reader
    <form role="search" onSubmit={onSubmit} className={classes.small} noValidate>
      {children}
      <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
        {t('form.submit')}
      </Button>
    </form>
  )
}

/** The typed text, until the URL changes. */
function useSearch({ codes, onSearch, small }: Required<TrackingFormProps>) {
  const { t } = useTranslation('tracking')
  const committed = small ? codes.join(' ') : print(codes)
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

  function problemOf(count: number) {
    if (count === 0) return t('form.none')
    return count > MOST_TRACKED ? t('form.tooMany', { count, max: MOST_TRACKED }) : undefined
  }

  function submit(event?: FormEvent) {
    event?.preventDefault()
    const refusal = problemOf(typed.length)
    setProblem(refusal)
    if (refusal) return field.current?.focus()
    if (!small) setText(print(typed))
    onSearch(typed)
  }

  return {
    field,
    text,
    typed,
    problem,
    submit,
    change(next: string) {
      setText(next)
      setProblem(undefined)
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
      event.preventDefault()
      submit()
    },
  }
}
