import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core'
import {
  type Icon,
  IconArrowBackUp,
  IconArrowBarToDown,
  IconArrowForwardUp,
  IconColumnInsertRight,
  IconEraser,
  IconRowInsertBottom,
  IconRowRemove,
  IconTableOptions,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MAX_BANDS, MAX_ZONES } from './paste'
import { isUnread, type Method } from './price'
import {
  cleared,
  edited,
  filledDown,
  NO_EDITS,
  nextCodes,
  places,
  type Range,
  type Sheet,
  withBands,
  withoutBands,
  withZones,
} from './sheet'
import type { SheetEditor } from './useSheetEditor'

type ToolProps = { label: string; icon: Icon; disabled: boolean; run(): void }

function Tool({ label, icon: Drawing, disabled, run }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} disabled={disabled} onClick={run}>
        <Drawing size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** The selected prices with another method and the same amounts. */
function withMethod(sheet: Sheet, range: Range, method: Exclude<Method, 'base_step'>): Sheet {
  const cells = places({ ...range, left: Math.max(0, range.left) }).flatMap((place) => {
    const cell = sheet.bands[place.row]?.cells[place.col] ?? null
    return cell === null || isUnread(cell) ? [] : [{ ...place, cell: { method, amount: cell.amount } }]
  })
  return edited(sheet, { ...NO_EDITS, cells })
}

type GridToolbarProps = { editor: SheetEditor; range: Range | undefined }

/** Commands for the selection and the grid, by mouse and by touch. */
export function GridToolbar({ editor, range }: GridToolbarProps) {
  const { t } = useTranslation('price-grid')
  const { sheet, change } = editor
  const none = range === undefined
  return (
    <Group gap={6} role="toolbar" aria-label={t('grid.tools')}>
      <Tool label={t('grid.undo')} icon={IconArrowBackUp} disabled={!editor.canUndo} run={editor.undo} />
      <Tool label={t('grid.redo')} icon={IconArrowForwardUp} disabled={!editor.canRedo} run={editor.redo} />
      <Tool
        label={t('grid.fillDown')}
        icon={IconArrowBarToDown}
        disabled={none || range.top === range.bottom}
        run={() => range && change(edited(sheet, filledDown(sheet, range)))}
      />
      <Tool
        label={t('grid.clear')}
        icon={IconEraser}
        disabled={none}
        run={() => range && change(edited(sheet, cleared(range)))}
      />
      <Tool
        label={t('grid.addBand')}
        icon={IconRowInsertBottom}
        disabled={sheet.bands.length >= MAX_BANDS}
        run={() => change(withBands(sheet, range ? range.bottom + 1 : sheet.bands.length, 1))}
      />
      <Tool
        label={t('grid.removeBands')}
        icon={IconRowRemove}
        disabled={none || sheet.bands.length === 0}
        run={() => range && change(withoutBands(sheet, range.top, range.bottom))}
      />
      <Tool
        label={t('grid.addZone')}
        icon={IconColumnInsertRight}
        disabled={sheet.zones.length >= MAX_ZONES}
        run={() =>
          change(
            withZones(
              sheet,
              nextCodes(
                sheet.zones.map(({ code }) => code),
                1,
              ),
            ),
          )
        }
      />
      <MethodMenu disabled={none} choose={(method) => range && change(withMethod(sheet, range, method))} />
    </Group>
  )
}

const SIMPLE_METHODS = ['cell', 'per_unit', 'break'] as const

function MethodMenu({
  disabled,
  choose,
}: {
  disabled: boolean
  choose(method: Exclude<Method, 'base_step'>): void
}) {
  const { t } = useTranslation('price-grid')
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          disabled={disabled}
          leftSection={<IconTableOptions size={16} aria-hidden />}
        >
          {t('grid.method')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {SIMPLE_METHODS.map((method) => (
          <Menu.Item key={method} onClick={() => choose(method)}>
            {t(`method.${method}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
