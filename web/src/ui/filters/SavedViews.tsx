import { Button, Menu, Text } from '@mantine/core'
import {
  IconAdjustments,
  IconBookmark,
  IconCheck,
  IconPlus,
  IconStarFilled,
  IconUsers,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { onceOnline } from '@/ui/once-online'

const NameView = lazy(() => onceOnline(() => import('@/ui/NameView')))
const ManageViews = lazy(() => onceOnline(() => import('./ManageViews')))

export type SavedView = {
  id: string
  name: string
  shared: boolean
  /** Only its owner changes or deletes it. */
  mine: boolean
  /** The list starts with it. */
  isDefault: boolean
  version: number
}

/** Changed fields of a view. `current` replaces its filters, order and columns by those of the list. */
export type ViewChange = { name?: string; shared?: boolean; current?: true }

export type SavedViewsProps = {
  views: SavedView[]
  /** Id of the view the list shows; empty when its filters were changed by hand. */
  current: string
  onApply(view: SavedView): void
  /** Keeps the list as it is now. */
  onSave(view: { name: string; shared: boolean }): Promise<unknown>
  onChange(view: SavedView, change: ViewChange): Promise<unknown>
  /** The view that the list starts with; none: without filters. */
  onDefault(view: SavedView | undefined): Promise<unknown>
  onDelete(view: SavedView): Promise<unknown>
  /** Numbers of matches as texts, by the id of the view. */
  totals?: Partial<Record<string, string>>
}

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Filters, sort and columns under a name. */
export function SavedViews(props: SavedViewsProps) {
  const { views, current, onSave } = props
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'name' | 'manage'>()
  const [opened, setOpened] = useState(false)
  const shown = views.find((view) => view.id === current)
  const open = (dialog: 'name' | 'manage') => () => {
    setDialog(dialog)
    setOpened(true)
  }
  const close = () => setOpened(false)

  return (
    <>
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <Button
            variant="default"
            fw={400}
            classNames={ICON_ON_PHONE}
            leftSection={<IconBookmark {...ICON} />}
            maw="14rem"
          >
            {shown?.name ?? t('views.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && (
            <Text size="sm" c="dimmed" px="sm" py="xs">
              {t('views.none')}
            </Text>
          )}
          {views.map((view) => (
            <ViewItem key={view.id} {...props} view={view} />
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus {...ICON} />} onClick={open('name')}>
            {t('views.save')}
          </Menu.Item>
          {views.length > 0 && (
            <Menu.Item leftSection={<IconAdjustments {...ICON} />} onClick={open('manage')}>
              {t('views.manage')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'name' && <NameView opened={opened} onClose={close} onSave={onSave} />}
        {dialog === 'manage' && <ManageViews {...props} opened={opened} onClose={close} />}
      </Suspense>
    </>
  )
}

function ViewItem({ view, current, onApply, totals }: SavedViewsProps & { view: SavedView }) {
  const { t } = useTranslation()
  const label = { ...ICON, 'aria-hidden': false }
  return (
    <Menu.Item
      leftSection={view.id === current ? <IconCheck {...ICON} /> : <IconBookmark {...ICON} />}
      rightSection={
        <>
          {view.isDefault && <IconStarFilled {...label} size={13} aria-label={t('views.default')} />}
          {view.shared && <IconUsers {...label} aria-label={t('views.shared')} />}
          {totals?.[view.id] !== undefined && (
            <Text size="xs" c="dimmed" ml={6}>
              {totals[view.id]}
            </Text>
          )}
        </>
      }
      onClick={() => onApply(view)}
    >
      {view.name}
    </Menu.Item>
  )
}
