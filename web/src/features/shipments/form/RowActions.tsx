import { ActionIcon, Group } from '@mantine/core'
import { IconBookmarkPlus, IconCopy, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type Props = { row: string; onSave?: (() => void) | false; onDuplicate(): void; onRemove(): void }

/** Actions of one row of parcels or items; `row` is its name for screen readers. */
export function RowActions({ row, onSave, onDuplicate, onRemove }: Props) {
  const { t } = useTranslation('shipment-form')
  return (
    <Group gap={4} wrap="nowrap">
      {onSave && (
        <ActionIcon
          size="lg"
          aria-label={t('row.save', { row })}
          title={t('row.save', { row })}
          onClick={onSave}
        >
          <IconBookmarkPlus size={18} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        size="lg"
        aria-label={t('row.duplicate', { row })}
        title={t('row.duplicate', { row })}
        onClick={onDuplicate}
      >
        <IconCopy size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size="lg"
        aria-label={t('row.remove', { row })}
        title={t('row.remove', { row })}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
