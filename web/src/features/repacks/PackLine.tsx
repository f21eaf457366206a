import { TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { repackScan } from '@/api/generated/endpoints/receiving/receiving'
import type { Repack } from '@/api/schema'
import { useSound } from '@/blocks/scan/useSound'
import { useFormat } from '@/ui/format'
import classes from './Repacks.module.css'
import { refreshRepacks } from './refresh'

/** The field of the packer: each parcel that goes in is scanned here. */
export function PackLine({ repack }: { repack: Repack }) {
  const { t } = useTranslation('repacks')
  const format = useFormat()
  const client = useQueryClient()
  const sound = useSound()
  const [code, setCode] = useState('')
  /** By the code that was not taken: it stays until it is, however fast the next ones are scanned. */
  const [problems, setProblems] = useState<Record<string, string>>({})
  const turn = useRef<Promise<void>>(Promise.resolve())
  const field = useRef<HTMLInputElement>(null)

  // The button that began the packing is gone, and the scanner types into nothing.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  /** One after the other: a later answer has all that the earlier ones have. */
  function scan(scanned: string) {
    setCode('')
    turn.current = turn.current.then(() => send(scanned))
  }

  async function send(scanned: string) {
    try {
      const { data } = await repackScan(repack.id, { code: scanned })
      sound.play('taken')
      refreshRepacks(client, data)
      setProblems(({ [scanned]: _, ...others }) => others)
    } catch (error) {
      sound.play('unknown')
      const reason = fieldTexts(error).code ?? errorText(error)
      setProblems((now) => ({ ...now, [scanned]: reason }))
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !code.trim()) return
    event.preventDefault()
    scan(code.trim())
  }

  return (
    <TextInput
      ref={field}
      size="md"
      label={t('scan.label')}
      description={t('scan.count', {
        scanned: format.number(repack.scanned_count),
        total: format.number(repack.parcel_count),
      })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      leftSection={<IconBarcode size={20} stroke={1.75} aria-hidden />}
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      maxLength={120}
      value={code}
      error={problemsOf(problems)}
      onChange={(event) => setCode(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}

function problemsOf(problems: Record<string, string>) {
  const all = Object.entries(problems)
  if (all.length === 0) return undefined
  return all.map(([code, reason]) => (
    <span key={code} className={classes.problem}>
      {code}: {reason}
    </span>
  ))
}
