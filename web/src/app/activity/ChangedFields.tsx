import { Anchor } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ChangedFields.module.css'
import type { Change } from './Changes'
import { fieldName } from './names'

type ChangedFieldsProps = { changes: Change[]; onShow(): void }

/** The names of the fields that were changed; shows what they were and are. Nothing where none was. */
export function ChangedFields({ changes, onShow }: ChangedFieldsProps) {
  if (changes.length === 0) return null
  return (
    <Anchor component="button" type="button" inherit className={classes.fields} onClick={onShow}>
      <Suspense fallback="…">
        <Names changes={changes} />
      </Suspense>
    </Anchor>
  )
}

function Names({ changes }: { changes: Change[] }) {
  const { i18n } = useTranslation(['activity', 'shipment-form', 'profiles'])
  return [...new Set(changes.map(({ field }) => fieldName(i18n, field)))].join(', ')
}
