import { Button, Combobox, Text, useCombobox } from '@mantine/core'
import { IconMessage2Bolt } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSupportTemplateSelect } from '@/api/generated/endpoints/support/support'
import type { SupportTemplateOption, SupportTicket } from '@/api/schema'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { localeText } from '@/ui/locale-text'
import { fill } from './fill'

/** Opens the templates; `onCancel` runs when none is chosen. */
export type TemplateHandle = { open(onCancel: () => void): void }

type TemplateButtonProps = { ref: Ref<TemplateHandle>; ticket: SupportTicket; onPick(text: string): void }

/** `/` at the beginning of a line opens the templates; Escape writes it. */
export function opensTemplates({
  key,
  currentTarget: { value, selectionStart },
}: KeyboardEvent<HTMLTextAreaElement>) {
  return key === '/' && (selectionStart === 0 || value[selectionStart - 1] === '\n')
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Texts for replies, in the language of the requester. The chosen one is inserted. */
export function TemplateButton({ ref, ticket, onPick }: TemplateButtonProps) {
  const { t, i18n } = useTranslation('tickets')
  const [search, setSearch] = useState('')
  const [cancel, setCancel] = useState<() => void>()
  const { data } = useSupportTemplateSelect()
  const combobox = useCombobox({
    onDropdownClose() {
      combobox.resetSelectedOption()
      setSearch('')
      setCancel(undefined)
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  useImperativeHandle(ref, () => ({
    open(onCancel) {
      setCancel(() => onCancel)
      combobox.openDropdown()
    },
  }))
  const titleOf = ({ title_locale, code }: SupportTemplateOption) =>
    localeText(title_locale, i18n.language) || code
  const found = (data?.data ?? []).filter((one) =>
    folded(`${one.code} ${titleOf(one)}`).includes(folded(search)),
  )
  const ids = found.map(({ id }) => id).join(' ')
  // Enter picks the first, also when the templates arrive after the search was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever others are found
  useEffect(() => {
    if (search) combobox.selectFirstOption()
  }, [search, ids])

  function pick(id: string) {
    const chosen = found.find((one) => one.id === id)
    combobox.closeDropdown()
    if (!chosen) return
    const text = localeText(chosen.body_locale, ticket.language ?? i18n.language)
    const facts = {
      name: ticket.created_by.name,
      number: String(ticket.number),
      shipment: ticket.shipment ?? '',
    }
    onPick(fill(text, facts))
  }

  return (
    <Combobox store={combobox} onOptionSubmit={pick} width={320} position="top-start">
      <Combobox.Target targetType="button">
        <Button
          variant="default"
          classNames={ICON_ON_PHONE}
          leftSection={<IconMessage2Bolt size={16} aria-hidden />}
          onClick={() => combobox.toggleDropdown()}
        >
          {t('template.button')}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          aria-label={t('template.search')}
          placeholder={t('template.search')}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            combobox.closeDropdown()
            cancel?.()
          }}
        />
        <Combobox.Options aria-label={t('template.button')} mah={280} style={{ overflowY: 'auto' }}>
          {found.map((one) => (
            <Combobox.Option key={one.id} value={one.id}>
              {titleOf(one)}
              <Text span size="sm" c="dimmed">
                {' '}
                {one.code}
              </Text>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t('template.none')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
