import { Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconBarcode, IconCheck } from '@tabler/icons-react'
import type { ClipboardEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { isSeenCode, type Scan } from './codes'
import classes from './ScanField.module.css'
import { ScanTools } from './ScanTools'
import { useAwake } from './useAwake'
import type { FoundRecord, LookedUp } from './useLookUp'
import type { Scanning } from './useScanning'
import { useSound } from './useSound'
import { useStrayTyping } from './useStrayTyping'

type ScanFieldProps = {
  field: RefObject<HTMLInputElement | null>
  /** Path of the codes in the form. */
  path: string
  scanning: Scanning<FoundRecord>
  onType(): void
  /** Opens the camera. */
  onCamera(): void
  error: ReactNode
}

/** Takes codes from a scanner, the keyboard or the clipboard, and is ready for the next one at once. */
export function ScanField({ field, path, scanning, onType, onCamera, error }: ScanFieldProps) {
  const { codes, found, scan } = scanning
  const { rule, text, setText, last } = codes
  const { t } = useTranslation('scan')
  const sound = useSound()
  const refused = codes.lines.filter(({ refusal, done }) => refusal && !done).map(({ code }) => code)
  const isGood = !last || (isClean(last) && unknownOf(last, found).length === 0 && !addsAny(last, refused))
  useStrayTyping(field)
  useAwake()

  function change(next: string) {
    setText(next)
    onType()
  }

  function take(typed: string) {
    if (isSeenCode(typed)) {
      codes.markSeen()
      return change('')
    }
    if (rule.read(typed).length === 0) return
    const result = scan(typed)
    change('')
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
    if (rule.read(pasted).length < 2) return
    event.preventDefault()
    take(`${text} ${pasted}`)
  }

  return (
    <div className={classes.frame}>
      <TextInput
        ref={field}
        data-path={path}
        size="md"
        label={t('field.label')}
        description={t('field.hint')}
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
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <ScanTools onCamera={onCamera} />
      <Text size="sm" role="status" className={classes.told} data-clean={isGood || undefined}>
        {last && <Told scan={withoutRefused(last, refused)} found={found} most={rule.most} />}
      </Text>
    </div>
  )
}

const addsAny = ({ added }: Scan, codes: string[]) => added.some((code) => codes.includes(code))

/** Nobody says that a code was added whose line says why it was not taken. */
const withoutRefused = (scan: Scan, refused: string[]): Scan => ({
  ...scan,
  added: scan.added.filter((code) => !refused.includes(code)),
})

const isClean = ({ known, tooMany }: Scan) => known.length === 0 && !tooMany

function Tick({ clean }: { clean: boolean }) {
  return (
    <span className={classes.tick} data-clean={clean || undefined} aria-hidden>
      {clean ? <IconCheck size={18} stroke={2.5} /> : <IconAlertTriangle size={18} stroke={2} />}
    </span>
  )
}

type Found = LookedUp<FoundRecord>

/** Added codes without a record, as far as they are looked up. */
const unknownOf = ({ added }: Scan, found: Found) => added.filter((code) => found.get(code) === null)

function Told({ scan, found, most }: { scan: Scan; found: Found; most: number }) {
  const { t } = useTranslation('scan')
  const { added, known, tooMany } = scan
  const unknown = unknownOf(scan, found)
  const [first] = added
  const [again] = known
  const name = first && found.get(first)?.name
  return (
    <>
      {unknown.length === 1 && t('result.unknown', { code: unknown[0] })}
      {unknown.length > 1 && t('result.unknownMany', { count: unknown.length })}{' '}
      {added.length === 1 && unknown.length === 0 && name && t('result.found', { code: first, name })}
      {added.length === 1 && unknown.length === 0 && !name && t('result.added', { code: first })}
      {added.length > 1 && t('result.addedMany', { count: added.length })}{' '}
      {known.length === 1 && t('result.known', { code: again })}
      {known.length > 1 && t('result.knownMany', { count: known.length })}{' '}
      {tooMany && t('result.tooMany', { max: most })}
    </>
  )
}
