import { Button, Popover, Text, Textarea } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getLookupStatesQueryOptions } from '@/api/generated/endpoints/lookups/lookups'
import { useSite } from '@/context/site'
import { named } from '@/ui/wording'
import type { Fields } from './fields'
import { matchState, splitAddress } from './split-address'
import type { Lookups } from './useLookups'
import type { ShipmentValues, Side } from './values'

type Props = { side: Side; fields: Fields; lookups: Lookups }

/** Takes a whole address as somebody sent it, and fills the card. What cannot be placed stays in the box. */
export function PasteAddress({ side, fields, lookups }: Props) {
  const { t } = useTranslation('shipment-form')
  const { config } = useSite()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [isRest, setIsRest] = useState(false)
  const alpha2 = (id: number | null) => lookups.countries.find((country) => country.id === id)?.alpha2

  async function place(whole: string) {
    const chosen = fields.values[`${side}_country_id`]
    const likely = alpha2(side === 'from' ? (chosen ?? config.country_id) : chosen)
    const { country, state, phone, rest, ...found } = splitAddress(whole, likely)
    const country_id = lookups.countries.find((one) => one.alpha2 === country)?.id ?? chosen
    const states = country_id && state ? await statesOf(country_id) : []
    const state_id = state ? matchState(state, states) : undefined
    const number = phone && international(phone, country ?? likely)
    const changes = { ...found, country_id, ...(state_id && { state_id }), ...(number && { phone: number }) }
    fields.patch(
      Object.fromEntries(
        Object.entries(changes).map(([part, value]) => [`${side}_${part}`, value]),
      ) as Partial<ShipmentValues>,
    )
    const left = [...rest, ...(state && !state_id ? [state] : []), ...(phone && !number ? [phone] : [])].join(
      '\n',
    )
    setText(left)
    setIsRest(left !== '')
    if (left === '') setOpen(false)
  }

  const statesOf = (id: number) =>
    queryClient
      .fetchQuery(getLookupStatesQueryOptions(String(id)))
      .then(({ data }) => data)
      .catch(() => [])

  /** With the code of its country, where it was written without. */
  function international(phone: string, country: string | undefined) {
    if (phone.startsWith('+')) return phone
    const ddi = lookups.codes.find((code) => code.alpha2 === country)?.ddi.replace(/\D/g, '')
    return ddi && `+${ddi}${phone.replace(/^0+/, '')}`
  }

  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      width="min(24rem, 90vw)"
    >
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconClipboardText size={16} aria-hidden />}
          aria-label={named(t('paste.open'), t(`section.${side}`))}
          onClick={() => setOpen(!open)}
        >
          {t('paste.open')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Textarea
          label={t('paste.label')}
          description={t('paste.text')}
          autosize
          minRows={4}
          maxRows={10}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onPaste={(event) => {
            if (text !== '') return
            event.preventDefault()
            void place(event.clipboardData.getData('text').slice(0, 2000))
          }}
        />
        {isRest && (
          <Text size="sm" mt="xs" role="status">
            {t('paste.rest')}
          </Text>
        )}
        <Button mt="sm" size="sm" disabled={text.trim() === ''} onClick={() => void place(text)}>
          {t('paste.fill')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
