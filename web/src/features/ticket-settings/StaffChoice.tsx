import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSupportDepartmentStaff } from '@/api/generated/endpoints/support/support'
import type { SupportPerson } from '@/api/schema'

type StaffChoiceProps = {
  label: string
  description?: string
  value: string[]
  /** Names of the chosen people as the record has them. */
  known: SupportPerson[]
  error?: ReactNode
  onChange(ids: string[]): void
  maxValues: number
  'data-path'?: string
}

const SEARCH_MS = 300

/** Chooses several members of the staff; the server searches. */
export function StaffChoice({ known, ...props }: StaffChoiceProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, SEARCH_MS)
  const [met, setMet] = useState(known)
  const found = useSupportDepartmentStaff(search ? { search } : undefined, {
    query: { placeholderData: keepPreviousData },
  })
  const people = found.data?.data ?? []
  const options = [...people, ...[...known, ...met].filter(({ id }) => !people.some((one) => one.id === id))]
  const once = options.filter(({ id }, at) => options.findIndex((one) => one.id === id) === at)
  return (
    <MultiSelect
      {...props}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      data={once.map(({ id, label }) => ({ value: id, label }))}
      // The server has searched; chosen people that do not match stay out of the list.
      filter={({ options: all }) =>
        all.filter((one) => people.some(({ id }) => 'value' in one && id === one.value))
      }
      nothingFoundMessage={found.isFetching ? t('loading') : t('select.none')}
      onChange={(ids) => {
        setMet(once.filter(({ id }) => ids.includes(id)))
        props.onChange(ids)
      }}
    />
  )
}
