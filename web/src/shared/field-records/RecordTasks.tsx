import { Alert, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

type RecordTasksProps = {
  title: string
  /** Empty ones are left out. */
  items: (string | null | false)[]
}

/** Tasks that records leave for the staff, first on the page. */
export function RecordTasks({ title, items }: RecordTasksProps) {
  const told = items.filter((item) => typeof item === 'string')
  if (told.length === 0) return null
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={title}>
      <List size="sm">
        {told.map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
