import { CloseButton, Combobox, InputBase, Loader, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'

export type Option = {
  id: string
  label: string /** A second line, to tell namesakes apart. */
  hint?: string
}

/** How the options for a text are found: the query options of a generated list hook, `select`ed to options. */
export type OptionQuery = { queryKey: QueryKey; queryFn?: unknown; select?: unknown }

type RemoteSelectProps = {
  label: string
  value: Option | null
  onChange(option: Option | null): void
  options(search: string): OptionQuery
  placeholder?: string
  description?: ReactNode
  error?: ReactNode
  withAsterisk?: boolean
  disabled?: boolean
  /** False inside a popover, which would take a click on an option for one outside. */
  withinPortal?: boolean
  'data-path'?: string
}

const SEARCH_MS = 500

/** Chooses one record of many: the server searches, half a second after the last key. */
export function RemoteSelect(props: RemoteSelectProps) {
  const {
    label,
    value,
    onChange,
    options,
    placeholder,
    description,
    error,
    withAsterisk,
    disabled,
    withinPortal = true,
  } = props
  const { t } = useTranslation()
  const [text, setText] = useState<string>()
  const [search] = useDebouncedValue(text ?? '', SEARCH_MS)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setText(undefined)
    },
  })
  const found = useQuery({
    ...(options(search) as { queryKey: QueryKey; queryFn(): Promise<Option[]> }),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  })
  const waiting = found.isFetching || (text ?? '') !== search
  const isSearch = Boolean(text)

  // Enter takes the first match of what is typed; never one of an earlier text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options of that moment
  useEffect(() => {
    if (!isSearch) return
    if (waiting) combobox.resetSelectedOption()
    else combobox.selectFirstOption()
  }, [isSearch, waiting, found.data])

  function choose(id: string) {
    onChange(found.data?.find((option) => option.id === id) ?? null)
    combobox.closeDropdown()
  }

  /** What is typed takes the place of the chosen record. */
  function open(input: HTMLInputElement) {
    if (text === undefined) input.select()
    combobox.openDropdown()
  }

  function type(next: string) {
    setText(next)
    combobox.openDropdown()
    // An emptied search empties the choice.
    if (next === '' && value) onChange(null)
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={withinPortal}>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          role="combobox"
          aria-autocomplete="list"
          data-path={props['data-path']}
          label={label}
          placeholder={placeholder}
          description={description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={error}
          withAsterisk={withAsterisk}
          disabled={disabled}
          value={text ?? value?.label ?? ''}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={(event) => open(event.currentTarget)}
          onFocus={(event) => open(event.currentTarget)}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            // Too early for a match: the form is not sent instead.
            const isEarly = combobox.dropdownOpened && combobox.getSelectedOptionIndex() === -1
            if (event.key === 'Enter' && isEarly) event.preventDefault()
          }}
          rightSection={
            waiting && combobox.dropdownOpened ? (
              <Loader size={16} />
            ) : value && !disabled ? (
              <CloseButton
                size="sm"
                aria-label={t('select.clear', { label })}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChange(null)}
              />
            ) : (
              <Combobox.Chevron />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label} className="app-options">
          {found.data?.map((option) => (
            <Combobox.Option key={option.id} value={option.id} active={option.id === value?.id}>
              {option.label}
              {option.hint && <small> {option.hint}</small>}
            </Combobox.Option>
          ))}
          {found.data?.length === 0 && (
            <Combobox.Empty>{search ? t('noResultFor', { text: search }) : t('select.none')}</Combobox.Empty>
          )}
          {!found.data && (
            <Combobox.Empty>{found.error ? errorText(found.error) : t('loading')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
