import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

/** `key` says which record it is: by its place in the list, a press would choose what has come there meanwhile. */
export type Suggestion<T> = { key: string; label: string; hint: string; value: T }

type SuggestFieldProps<T> = {
  label: string
  value: string
  onChange(text: string): void
  /** The whole record behind the chosen suggestion. */
  onPick(value: T): void
  /** The query options of the suggestions for a text. */
  suggestions(text: string): { queryKey: QueryKey; queryFn?: unknown; select?: unknown }
  error?: ReactNode
  withAsterisk?: boolean
  maxLength?: number
  placeholder?: string
  disabled?: boolean
  'data-path'?: string
}

const SEARCH_MS = 250

/** A text that may be any, with suggestions of known records while it is typed. */
export function SuggestField<T>(props: SuggestFieldProps<T>) {
  const { label, value, onChange, onPick, suggestions, error, maxLength, placeholder } = props
  const [wanted, setWanted] = useState(false)
  const typed = value.trim()
  const [text] = useDebouncedValue(typed, SEARCH_MS)
  const found = useQuery({
    ...(suggestions(text) as { queryKey: QueryKey; queryFn(): Promise<Suggestion<T>[]> }),
    // Not for a text that is already another one: the first would be the empty one.
    enabled: wanted && text === typed,
    placeholderData: keepPreviousData,
  })
  const options = wanted ? (found.data ?? []) : []
  // Never an empty list: a name that nobody knows is a name as well.
  const isOpen = wanted && options.length > 0
  const combobox = useCombobox({
    opened: isOpen,
    onOpenedChange: setWanted,
    onDropdownClose: () => combobox.resetSelectedOption(),
  })

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        const chosen = options.find((option) => option.key === key)
        if (chosen) onPick(chosen.value)
        setWanted(false)
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          withAsterisk={props.withAsterisk ?? false}
          disabled={props.disabled ?? false}
          role="combobox"
          aria-autocomplete="list"
          autoComplete="off"
          data-path={props['data-path']}
          label={label}
          error={error}
          maxLength={maxLength}
          placeholder={placeholder}
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            setWanted(true)
          }}
          onClick={() => value === '' && setWanted(true)}
          onBlur={() => setWanted(false)}
          onKeyDown={(event) => {
            // A new name is finished by Enter as well: the suggestions go, and nothing is sent by accident.
            if (event.key === 'Enter' && isOpen && combobox.getSelectedOptionIndex() === -1) {
              event.preventDefault()
              setWanted(false)
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label} className="app-options">
          {options.map(({ key, label, hint }) => (
            <Combobox.Option key={key} value={key}>
              {label}
              {hint && <small> {hint}</small>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
