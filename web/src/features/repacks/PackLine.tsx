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
import { refreshRepacks } from './refresh'

/** The field of the packer: each parcel that goes in is scanned here. */
export function PackLine({ repack }: { repack: Repack }) {
  const { t } = useTranslation('repacks')
  const format = useFormat()
  const client = useQueryClient()
  const sound = useSound()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  // The button that began the packing is gone, and the scanner types into nothing.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  async function scan(scanned: string) {
    setCode('')
    setProblem(undefined)
    try {
      const { data } = await repackScan(repack.id, { code: scanned })
      sound.play('taken')
      refreshRepacks(client, data)
    } catch (error) {
      sound.play('unknown')
      setProblem(`${scanned}: ${fieldTexts(error).code ?? errorText(error)}`)
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !code.trim()) return
    event.preventDefault()
    void scan(code.trim())
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
      error={problem}
      onChange={(event) => setCode(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
