import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ChangedFields.module.css'
import type { Change } from './Changes'
import { fieldName } from './names'

/** The names of the fields that were changed; shows what they were and are. Nothing where none was. */
export function ChangedFields({ changes, onShow }: { changes: Change[]; onShow(): void }) {
  const { i18n } = useTranslation('activity')
  if (changes.length === 0) return null
  return (
    <Anchor component="button" type="button" inherit className={classes.fields} onClick={onShow}>
      {[...new Set(changes.map(({ field }) => fieldName(i18n, field)))].join(', ')}
    </Anchor>
  )
}
