import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOfferedActions } from '@/context/page-actions'
import { AppLink } from '@/ui/AppLink'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { MenuItem } from '@/ui/table/RowMenu'
import type { Actionable, Entry } from './record-actions'
import type { RecordActions } from './useRecordActions'

type RecordButtonsProps<Row extends Actionable, Full extends Row> = {
  actions: RecordActions<Row, Full>
  record: Full
  /** The name under which the palette offers the actions; a quick view offers none. */
  offeredAs?: string
}

/** The actions on one record: buttons, the main one last, and a menu of the others. */
export function RecordButtons<Row extends Actionable, Full extends Row>(
  props: RecordButtonsProps<Row, Full>,
) {
  const { actions, record, offeredAs } = props
  const { t } = useTranslation()
  const { plain, main, more } = actions.page(record)
  return (
    <>
      {plain.map((entry) => (
        <ActionButton key={entry.label} entry={entry} variant="default" />
      ))}
      {main.map((entry) => (
        <ActionButton key={entry.label} entry={entry} />
      ))}
      {more.length > 0 && (
        <Menu position="bottom-end" width="max-content">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={t('bulk.more')}>
              <IconDots size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map((entry) => (
              <MenuItem key={entry.label} entry={entry} />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {offeredAs && <Offer title={offeredAs} entries={[...main, ...plain, ...more]} />}
    </>
  )
}

function Offer({ title, entries }: { title: string; entries: Entry[] }) {
  useOfferedActions(
    title,
    entries.filter(({ refused }) => !refused),
  )
  return null
}

type ActionButtonProps = { entry: Entry; variant?: 'default' }

/** A refused action stays in its place and says why. */
function ActionButton({ entry, variant }: ActionButtonProps) {
  const { label, icon: Icon, to, newTab, run, refused } = entry
  const shared = { variant, leftSection: <Icon size={16} aria-hidden /> }
  if (to && newTab) {
    return (
      <Button {...shared} component="a" href={to} target="_blank" rel="noopener" classNames={ICON_ON_PHONE}>
        {label}
      </Button>
    )
  }
  if (to) {
    return (
      <Button {...shared} component={AppLink} to={to} classNames={ICON_ON_PHONE}>
        {label}
      </Button>
    )
  }
  return (
    <Tooltip
      label={refused}
      disabled={!refused}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={320}
    >
      <Button
        {...shared}
        data-disabled={refused ? true : undefined}
        aria-disabled={refused ? true : undefined}
        onClick={refused ? undefined : run}
      >
        {label}
      </Button>
    </Tooltip>
  )
}
