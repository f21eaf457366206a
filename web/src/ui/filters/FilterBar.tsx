import { Button, CloseButton, Group, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListState } from '@/ui/table/useListParams'
import classes from './FilterBar.module.css'

/** Typing waits this long before it asks the server; Enter does not wait. */
export const SEARCH_MS = 500
/** The server refuses longer ones. */
const MAX_SEARCH = 200
/** Where the field stands beside the buttons, as in the style sheet: a list of what can be searched for is cut there. */
const NARROW = '(max-width: 40em)'

type FilterBarProps = {
  list: ListState
  children: ReactNode
  /** At the far end: saved views. */
  end?: ReactNode
  /** The filters that are set and not seen elsewhere. */
  chips?: Chip[]
}

/** A filter that is set, and the way to take it off. */
export type Chip = { key: string; name: string; value?: ReactNode; onRemove(): void }

export function FilterBar({ list, children, end, chips = [] }: FilterBarProps) {
  const { t } = useTranslation()
  return (
    <search className={classes.bar} data-tour="filters">
      <Group gap="xs" align="center" className={classes.line}>
        {children}
        {end && (
          <div className={classes.end} data-tour="views">
            {end}
          </div>
        )}
      </Group>
      {list.isFiltered && (
        <Group gap={6} mt="xs">
          {chips.map(({ key, name, value, onRemove }) => (
            <span key={key} className={classes.chip}>
              <span>
                {name}
                {value !== undefined && <>: {value}</>}
              </span>
              <CloseButton size="xs" aria-label={t('filter.remove', { filter: name })} onClick={onRemove} />
            </span>
          ))}
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={list.clear}
          >
            {t('filter.clear')}
          </Button>
        </Group>
      )}
    </search>
  )
}

const focusFirstRow = () => document.querySelector<HTMLElement>('[data-row]')?.focus()

export function SearchField({ list, label }: { list: ListState; label: string }) {
  const { t } = useTranslation()
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const committed = list.values.search
  const [text, setText] = useState(committed)
  const [seen, setSeen] = useState(committed)
  // Back, a saved view or 'clear' changed it from outside.
  if (seen !== committed) {
    setSeen(committed)
    setText(committed)
  }
  const later = useDebouncedCallback((value: string) => commit(value), SEARCH_MS)

  function commit(value: string) {
    later.cancel()
    const wanted = value.trim()
    setSeen(wanted)
    if (wanted !== committed) list.setSearch(wanted)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') {
      // The browser would empty a search field; the text stays, and the keys belong to the list again.
      event.preventDefault()
      event.currentTarget.blur()
    }
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    event.preventDefault()
    // What is searched already is what stands below.
    if (event.key === 'ArrowDown' || text.trim() === committed) focusFirstRow()
    commit(text)
  }

  return (
    <TextInput
      type="search"
      data-list-search
      maxLength={MAX_SEARCH}
      aria-label={label}
      placeholder={narrow ? t('filter.search') : label}
      className={classes.search}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        text && (
          <CloseButton
            size="sm"
            aria-label={t('filter.clearSearch')}
            onClick={() => {
              setText('')
              commit('')
            }}
          />
        )
      }
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        later(event.currentTarget.value)
      }}
      onKeyDown={onKeyDown}
    />
  )
}
