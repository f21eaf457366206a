import { ActionIcon, Text, TextInput, Tooltip } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBarcode,
  IconCamera,
  IconCheck,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
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
import { MOST_RECORDED, splitCodes } from '@/shared/tracking/codes'
import { singleKeysOn } from '@/ui/shortcuts'
import type { Scan } from './collected'
import type { LookedUp } from './lookup'
import classes from './ScanField.module.css'
import { useSound } from './useSound'

type ScanFieldProps = {
  ref?: Ref<HTMLInputElement>
  text: string
  onText(text: string): void
  onScan(text: string): Scan
  /** Result and time of the last scan. */
  last: (Scan & { at: number }) | undefined
  found: LookedUp
  /** Opens the camera. */
  onCamera(): void
  error?: ReactNode
}

/** Takes codes from a scanner, the keyboard or the clipboard, and is ready for the next one at once. */
export function ScanField(props: ScanFieldProps) {
  const { ref, text, onText, onScan, last, found, onCamera, error } = props
  const { t } = useTranslation('tracking')
  const field = useRef<HTMLInputElement>(null)
  const sound = useSound()
  const isGood = !last || (isClean(last) && unknownOf(last, found).length === 0)
  useImperativeHandle(ref, () => field.current as HTMLInputElement, [])
  useStrayTyping(field)

  function take(codes: string) {
    if (splitCodes(codes).length === 0) return
    const result = onScan(codes)
    onText('')
    // How a new code sounds is known once it is looked up.
    if (!isClean(result)) sound.play('known')
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

  const label = sound.on ? t('scan.soundOff') : t('scan.soundOn')
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
        rightSection={last && <Tick key={`${last.at}${isGood}`} clean={isGood} />}
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
      <div className={classes.tools}>
        <Tooltip label={t('camera.open')}>
          <ActionIcon aria-label={t('camera.open')} aria-haspopup="dialog" onClick={onCamera}>
            <IconCamera size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={label}>
          <ActionIcon aria-label={label} onClick={sound.toggle}>
            {sound.on ? (
              <IconVolume size={18} stroke={1.75} aria-hidden />
            ) : (
              <IconVolumeOff size={18} stroke={1.75} aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
      </div>
      <Text size="sm" role="status" className={classes.told} data-clean={isGood || undefined}>
        {last && <Told scan={last} found={found} />}
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

/** Added codes without a shipment, as far as they are looked up. */
const unknownOf = ({ added }: Scan, found: LookedUp) =>
  added.filter((code) => found.get(code)?.known === false)

function Told({ scan, found }: { scan: Scan; found: LookedUp }) {
  const { t } = useTranslation('tracking')
  const { added, known, tooMany } = scan
  const unknown = unknownOf(scan, found)
  const [first] = added
  const [again] = known
  const recipient = first && found.get(first)?.recipient
  return (
    <>
      {unknown.length === 1 && t('scan.unknown', { code: unknown[0] })}
      {unknown.length > 1 && t('scan.unknownMany', { count: unknown.length })}{' '}
      {added.length === 1 && unknown.length === 0 && recipient && t('scan.found', { code: first, recipient })}
      {added.length === 1 && unknown.length === 0 && !recipient && t('scan.added', { code: first })}
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
