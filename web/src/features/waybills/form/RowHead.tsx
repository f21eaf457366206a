import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../Waybills.module.css'

type RowHeadProps = {
  title: string
  /** Names the row that the button removes. */
  remove: string
  onRemove(): void
}

/** The title of a row of the form, and the way to remove it. */
export function RowHead({ title, remove, onRemove }: RowHeadProps) {
  const { t } = useTranslation('waybills')
  return (
    <div className={classes.head}>
      {title}
      <Button
        variant="default"
        size="compact-md"
        aria-label={remove}
        leftSection={<IconX size={16} aria-hidden />}
        onClick={onRemove}
      >
        {t('action.removeRow')}
      </Button>
    </div>
  )
}
