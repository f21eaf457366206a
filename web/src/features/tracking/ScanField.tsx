import { ActionIcon, Text, TextInput, Tooltip } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconAlertTriangle, IconBarcode, IconCheck, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { singleKeysOn } from '@/ui/shortcuts'
import { MOST_RECORDED, splitCodes } from './codes'
import type { Scan } from './collected'
import classes from './ScanField.module.css'
import { beep } from './sound'

type ScanFieldProps = {
  ref?: Ref<HTMLInputElement>
  text: string
  onText(text: string): void
  onScan(text: string): Scan
  /** Result and time of the last scan. */
  last: (Scan & { at: number }) | undefined
  error?: ReactNode
}

/** Takes codes from a scanner, the keyboard or the clipboard, and is ready for the next one at once. */
export function ScanField({ ref, text, onText, onScan, last, error }: ScanFieldProps) {
  const { t } = useTranslation('tracking')
  const field = useRef<HTMLInputElement>(null)
  const [sound, setSound] = useLocalStorage({ key: 'remessa-scan-sound', defaultValue: true })
  useImperativeHandle(ref, () => field.current as HTMLInputElement, [])
  useStrayTyping(field)

  function take(codes: string) {
    if (splitCodes(codes).length === 0) return
    const result = onScan(codes)
    onText('')
    if (sound) beep(isClean(result) ? 'taken' : 'known')
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    take(text)
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    if (splitCodes(pasted).length < 2) return
    event.preventDefault()
    take(`${text} ${pasted}`)
  }

  const label = sound ? t('scan.soundOff') : t('scan.soundOn')
  return (
    <div className={classes.frame}>
      <TextInput
        ref={field}
        data-path="tracking_codes"
        size="md"
        label={t('scan.label')}
        description={t('scan.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        leftSection={<IconBarcode size={20} stroke={1.75} aria-hidden />}
        rightSection={last && <Tick key={last.at} clean={isClean(last)} />}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        error={error}
        classNames={{ label: classes.label, input: classes.input }}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <Tooltip label={label}>
        <ActionIcon aria-label={label} className={classes.sound} onClick={() => setSound(!sound)}>
          {sound ? (
            <IconVolume size={18} stroke={1.75} aria-hidden />
          ) : (
            <IconVolumeOff size={18} stroke={1.75} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
      <Text size="sm" role="status" className={classes.told} data-clean={!last || isClean(last) || undefined}>
        {last && <Told scan={last} />}
      </Text>
    </div>
  )
}

const isClean = ({ known, tooMany }: Scan) => known.length === 0 && !tooMany

function Tick({ clean }: { clean: boolean }) {
  return (
    <span className={classes.tick} data-clean={clean || undefined} aria-hidden>
      {clean ? <IconCheck size={18} stroke={2.5} /> : <IconAlertTriangle size={18} stroke={2} />}
    </span>
  )
}

function Told({ scan: { added, known, tooMany } }: { scan: Scan }) {
  const { t } = useTranslation('tracking')
  const [first] = added
  const [again] = known
  return (
    <>
      {added.length === 1 && t('scan.added', { code: first })}
      {added.length > 1 && t('scan.addedMany', { count: added.length })}{' '}
      {known.length === 1 && t('scan.known', { code: again })}
      {known.length > 1 && t('scan.knownMany', { count: known.length })}{' '}
      {tooMany && t('scan.tooMany', { max: MOST_RECORDED })}
    </>
  )
}

/** A scanner types wherever the focus happens to be; where nothing else takes letters, they come here. */
function useStrayTyping(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!/^[a-z0-9]$/i.test(event.key) || isTaken(event.target) || !singleKeysOn()) return
      // Before the letter is typed, so that it lands in the field.
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}

const isTaken = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input:not([type="radio"], [type="checkbox"]), textarea, select, [role="dialog"], [role="menu"]',
  ) !== null
