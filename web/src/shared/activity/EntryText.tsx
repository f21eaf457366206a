import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AuditChange, AuditEntry } from '@/api/schema'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { ChangedValue } from './EntryDialog'
import classes from './EntryText.module.css'
import { actionName, fieldName } from './names'
import { RECORDS } from './records'
import { currencyOf, isEmpty, readable } from './values'
import { textsOf } from './words'

/** Lines and characters of a value that a row has room for; the rest is in the dialog. */
const LINES = 3
const CHARACTERS = 80

type EntryTextProps = { entry: AuditEntry; onShow(): void }

/** The action of an entry, its record and the changes, once `useAreNamed` says that their texts are there. */
export function EntryText({ entry, onShow }: EntryTextProps) {
  const { t, i18n } = useTranslation('activity')
  const changes = readable(entry.changes)
  const lines = firstOf(changes)
  const hidden = changes.length - lines.length
  const isCut = changes.some(({ before, after }) => isLong(before) || isLong(after))
  return (
    <div className={classes.entry}>
      <span className={classes.title}>
        {actionName(i18n, entry.action)} <RecordName entry={entry} />
      </span>
      {lines.length > 0 && <ChangeLines lines={lines} currency={currencyOf(changes)} action={entry.action} />}
      {(hidden > 0 || isCut) && (
        <Anchor component="button" type="button" inherit className={classes.all} onClick={onShow}>
          {hidden > 0 ? t('more', { count: hidden }) : t('whole')}
        </Anchor>
      )}
    </div>
  )
}

const isLong = (value: unknown) => JSON.stringify(value ?? '').length > CHARACTERS + 2

/** By its name; a link where it has a screen that this user can open. */
function RecordName({
  entry: { action, resource_id: id, resource_name, resource_exists },
}: {
  entry: AuditEntry
}) {
  const { menu } = useProfile()
  const record = RECORDS[action.split('.')[0] ?? '']
  if (!resource_name) return null
  const isOpen = record && menu[record.menu] && (resource_exists || !id)
  if (!isOpen) return <span className={classes.record}>{resource_name}</span>
  return (
    <Anchor component={AppLink} to={record.to({ id: id ?? '' })} inherit className={classes.record}>
      {resource_name}
    </Anchor>
  )
}

/** The first of them. One more stands here as well: its place would be taken by the words that lead to it. */
const firstOf = (changes: AuditChange[]) => (changes.length > LINES + 1 ? changes.slice(0, LINES) : changes)

type ChangeLinesProps = { lines: AuditChange[]; currency: string | undefined; action: string }

function ChangeLines({ lines, currency, action }: ChangeLinesProps) {
  const [resource = ''] = action.split('.')
  return (
    <ul className={classes.changes}>
      {lines.map((change) => (
        <li key={change.field}>
          <ChangeLine change={change} resource={resource} currency={currency} />
        </li>
      ))}
    </ul>
  )
}

type ChangeLineProps = {
  change: AuditChange
  resource: string
  currency: string | undefined
}

/** The field, what it was, and what it is. */
function ChangeLine({ change, resource, currency }: ChangeLineProps) {
  const { t, i18n } = useTranslation(['activity', ...textsOf(resource)])
  const { field, before, after, before_name, after_name } = change
  const shown = { field, resource, currency, most: CHARACTERS }
  const isCompared = !isEmpty(before)
  return (
    <>
      {fieldName(i18n, field, resource)}:{' '}
      {isCompared && (
        <>
          <span className={classes.before}>
            <ChangedValue {...shown} value={before} name={before_name} />
          </span>{' '}
          <span role="img" aria-label={t('becomes')}>
            →
          </span>{' '}
        </>
      )}
      <ChangedValue {...shown} value={after} name={after_name} />
    </>
  )
}
