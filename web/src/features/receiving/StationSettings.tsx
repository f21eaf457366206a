import { Button, Group, NumberInput, Popover, Select, Stack, Switch, TextInput } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useWarehouseSelect } from '@/api/generated/endpoints/providers/providers'
import { DayField } from '@/ui/fields/DayField'
import { SCALE_PROTOCOLS, WEIGHT_UNITS } from './scale-frames'
import { BAUD_RATES, type Station } from './useStation'

type StationSettingsProps = {
  station: Station
  onChange(part: Partial<Station>): void
  /** Warehouses can be chosen. */
  hasWarehouses: boolean
}

const PROTOCOLS = SCALE_PROTOCOLS.filter((protocol) => protocol !== 'wedge')

/** The place of this browser in the warehouse, and its scale. They stay in the browser. */
export default function StationSettings({ station, onChange, hasWarehouses }: StationSettingsProps) {
  const { t } = useTranslation('receiving')
  return (
    <Popover position="bottom-end" width={320} trapFocus withArrow>
      <Popover.Target>
        <Button variant="default" leftSection={<IconSettings size={18} aria-hidden />}>
          {station.name || t('station.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <TextInput
            label={t('station.name')}
            description={t('station.nameHint')}
            value={station.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
            maxLength={60}
            data-autofocus
          />
          {hasWarehouses && <Warehouse station={station} onChange={onChange} />}
          <Scale station={station} onChange={onChange} />
          <Switch
            label={t('station.camera')}
            description={t('station.cameraHint')}
            checked={station.camera === true}
            onChange={(event) => onChange({ camera: event.currentTarget.checked })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function Scale({ station, onChange }: Pick<StationSettingsProps, 'station' | 'onChange'>) {
  const { t } = useTranslation('receiving')
  return (
    <>
      <Select
        label={t('station.protocol')}
        data={PROTOCOLS.map((value) => ({ value, label: t(`protocol.${value}`) }))}
        value={station.protocol}
        onChange={(protocol) => protocol && onChange({ protocol })}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
      <Group grow align="flex-end">
        <Select
          label={t('station.baud')}
          data={BAUD_RATES.map(String)}
          value={String(station.baud)}
          onChange={(baud) => baud && onChange({ baud: Number(baud) })}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
        />
        <NumberInput
          label={t('station.decimals')}
          value={station.decimals}
          onChange={(decimals) => onChange({ decimals: Number(decimals) || 0 })}
          min={0}
          max={4}
          allowDecimal={false}
        />
      </Group>
      <Select
        label={t('station.unit')}
        description={t('station.unitHint')}
        data={[...WEIGHT_UNITS]}
        value={station.unit}
        onChange={(unit) => unit && onChange({ unit })}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
      <NumberInput
        label={t('station.tare')}
        description={t('station.tareHint')}
        value={station.tare_g ?? 0}
        onChange={(grams) => onChange({ tare_g: Number(grams) || 0 })}
        min={0}
        max={100_000}
        allowDecimal={false}
      />
      <DayField
        label={t('station.calibrationDue')}
        value={station.calibration_due ?? ''}
        onChange={(calibration_due) => onChange({ calibration_due })}
        withinPortal={false}
      />
    </>
  )
}

function Warehouse({ station, onChange }: Pick<StationSettingsProps, 'station' | 'onChange'>) {
  const { t } = useTranslation('receiving')
  const { data } = useWarehouseSelect()
  return (
    <Select
      label={t('station.warehouse')}
      data={data?.data.map(({ id, label }) => ({ value: id, label })) ?? []}
      value={station.warehouse_id}
      onChange={(warehouse_id) => onChange({ warehouse_id })}
      clearable
      searchable
      comboboxProps={{ withinPortal: false }}
    />
  )
}
