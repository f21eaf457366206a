import { Button, Popover, Text, Textarea } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getLookupStatesQueryOptions } from '@/api/generated/endpoints/lookups/lookups'
import { notify } from '@/ui/dialogs/notify'
import { listed, named } from '@/ui/wording'
import { matchState, type SplitAddress, splitAddress } from './split-address'

/** What a pasted text says of somebody; null for what it does not say. */
export type PastedAddress = Record<keyof typeof NOTHING, string | null> & {
  country_id: number | null
  state_id: number | null
}

/** Nothing of the person before stays: two people would be mixed. */
const NOTHING = {
  name: null,
  email: null,
  phone: null,
  document: null,
  postcode: null,
  address_1: null,
  address_2: null,
  address_number: null,
  address_complement: null,
  city: null,
}

const PARTS = ['postcode', 'address_1', 'address_number', 'address_complement', 'address_2', 'city'] as const

type Lookups = {
  countries: { id: number; alpha2?: string }[]
  codes: { alpha2: string; ddi: string }[]
}

type Props = {
  /** Whose address it is, where the page has several. */
  of?: string
  /** The country that is chosen. */
  countryId: number | null
  /** The country of the address when the text names none. */
  likelyId: number | null
  lookups: Lookups
  onFill(found: Partial<PastedAddress>): void
}

/** Takes a whole address as somebody sent it, and fills the fields. What cannot be placed stays in the box. */
export function PasteAddress({ of, countryId, likelyId, lookups, onFill }: Props) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [isRest, setIsRest] = useState(false)
  const alpha2 = (id: number | null) => lookups.countries.find((country) => country.id === id)?.alpha2

  async function place(whole: string) {
    const likely = alpha2(likelyId)
    const { country, state, phone, rest, ...found } = splitAddress(whole, likely)
    const country_id = lookups.countries.find((one) => one.alpha2 === country)?.id ?? countryId
    const states = country_id && state ? await statesOf(country_id) : []
    const state_id = state ? matchState(state, states) : undefined
    const number = phone && international(phone, country ?? likely)
    // The rest of a text that was placed adds to it.
    const before = isRest ? {} : { ...NOTHING, state_id: null }
    onFill({
      ...before,
      ...found,
      country_id,
      ...(state_id && { state_id }),
      ...(number && { phone: number }),
    })
    say(found, Boolean(number))
    const left = [...rest, ...(state && !state_id ? [state] : []), ...(phone && !number ? [phone] : [])].join(
      '\n',
    )
    setText(left)
    setIsRest(left !== '')
    if (left === '') setOpen(false)
  }

  /** Where each part went is a guess: it says what to look at. */
  function say(found: Partial<SplitAddress>, hasPhone: boolean) {
    const parts = PARTS.filter((part) => found[part]).map((part) => t(`address.${part}`))
    if (parts.length > 0 || hasPhone)
      notify.info(t('paste.filled', { parts: listed(parts) }), { id: 'paste' })
  }

  /** Another text is another person, whatever was left of the one before. */
  function type(next: string) {
    if (!next.split('\n').some((line) => line.trim() !== '' && text.includes(line.trim()))) setIsRest(false)
    setText(next)
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
          aria-label={of ? named(t('paste.open'), of) : t('paste.open')}
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
          onChange={(event) => type(event.currentTarget.value)}
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
