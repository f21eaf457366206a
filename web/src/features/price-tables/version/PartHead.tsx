import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'

type PartHeadProps = {
  title: string
  labels: { up: string; down: string; remove: string }
  /** Place among the parts of the version, from 0. */
  at: number
  count: number
  readOnly: boolean
  onMove(by: 1 | -1): void
  onRemove(): void
}

/** Name of a zone or a surcharge, with the buttons that move and remove it. */
export function PartHead({ title, labels, at, count, readOnly, onMove, onRemove }: PartHeadProps) {
  const tools = [
    { label: labels.up, icon: IconArrowUp, disabled: at === 0, run: () => onMove(-1) },
    { label: labels.down, icon: IconArrowDown, disabled: at === count - 1, run: () => onMove(1) },
    { label: labels.remove, icon: IconTrash, disabled: false, run: onRemove },
  ]
  return (
    <Group justify="space-between" mb="sm">
      <Text component="h2" fw={600}>
        {title}
      </Text>
      {!readOnly && (
        <Group gap={4}>
          {tools.map(({ label, icon: Drawing, disabled, run }) => (
            <Tooltip key={label} label={label}>
              <ActionIcon size="lg" aria-label={label} disabled={disabled} onClick={run}>
                <Drawing size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ))}
        </Group>
      )}
    </Group>
  )
}
