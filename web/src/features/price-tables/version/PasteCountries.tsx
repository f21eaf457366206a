import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpened } from '@/ui/dialogs/overlay'
import { readCountries } from './country-codes'
import type { CountryOptions } from './useCountries'

type PasteCountriesProps = { countries: CountryOptions; onAdd(ids: number[]): void; onClose(): void }

/** Takes a list of countries as tariffs print it: codes or names. */
export function PasteCountries({ countries, onAdd, onClose }: PasteCountriesProps) {
  const { t } = useTranslation('price-parts')
  const { t: common } = useTranslation()
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState<string[]>([])

  function add() {
    const found = readCountries(text, countries)
    onAdd(found.ids)
    setUnknown(found.unknown)
    // Entries that were not understood stay, to be corrected.
    if (found.unknown.length === 0) onClose()
    else setText(found.unknown.join('\n'))
  }

  return (
    <Modal
      opened={useOpened(true)}
      onClose={onClose}
      title={t('zones.paste')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        <Textarea
          label={t('zones.pasteLabel')}
          description={t('zones.pasteText')}
          maxLength={10_000}
          autosize
          minRows={4}
          maxRows={12}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={unknown.length > 0 && t('zones.unknown', { count: unknown.length })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={text.trim() === ''} onClick={add}>
            {t('zones.add')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
