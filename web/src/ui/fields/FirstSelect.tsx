import { Select, type SelectProps } from '@mantine/core'

/**
 * A list in which letters and Enter take the first match. While nothing is chosen, its first option is also marked when it
 * opens: Mantine would otherwise forget the mark just after the first letter, and Enter would take none.
 */
export function FirstSelect(props: SelectProps) {
  return (
    <Select
      searchable
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen={props.value === null || props.value === undefined}
      {...props}
    />
  )
}
