import { Alert, Button, FileButton, Group, Select, Stack, Text } from '@mantine/core'
import { IconInfoCircle, IconPlugConnected, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintFormat } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { deliverZpl, notePrinterFailure } from './deliver'
import { askForPrinter, isSupported } from './printer'
import {
  BAUD_RATES,
  LABEL_FORMATS,
  LABEL_WAYS,
  type LabelStation,
  type LabelWay,
  printerTarget,
  useLabelStation,
} from './station'

/** Larger files are no labels. */
const MOST_BYTES = 50_000_000

const BY_ACCOUNT = 'account'

/** The label printer of this browser: what it reads, and how labels get there. */
export default function StationPrinter() {
  const { t } = useTranslation('labels')
  const { station, change } = useLabelStation()
  const { format, way } = station
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('stationText')}
      </Text>
      <Select
        label={t('format')}
        data={[
          { value: BY_ACCOUNT, label: t('byAccount') },
          ...LABEL_FORMATS.map((value) => ({ value, label: t(`formats.${value}`) })),
        ]}
        value={format ?? BY_ACCOUNT}
        onChange={(value) => change({ format: value === BY_ACCOUNT ? null : (value as PrintFormat) })}
        allowDeselect={false}
      />
      <Select
        label={t('way')}
        description={t('wayText')}
        data={LABEL_WAYS.map((value) => ({ value, label: t(`ways.${value}`) }))}
        value={way}
        // Another way leads to another device.
        onChange={(value) => change({ way: value as LabelWay, device: null })}
        allowDeselect={false}
      />
      {way !== 'file' && <Connection station={station} change={change} />}
    </Stack>
  )
}

type ConnectionProps = { station: LabelStation; change(part: Partial<LabelStation>): void }

function Connection({ station, change }: ConnectionProps) {
  const { t } = useTranslation('labels')
  const { way, baud, device } = station
  if (!isSupported(way)) {
    return (
      <Alert color="orange" icon={<IconInfoCircle aria-hidden />}>
        {t('refused.unsupported')}
      </Alert>
    )
  }
  async function connect() {
    const chosen = await askForPrinter(way)
    if (chosen) change({ device: chosen })
    else notify.info(t('notChosen'))
  }
  return (
    <>
      {way === 'serial' && (
        <Select
          label={t('baud')}
          data={BAUD_RATES.map(String)}
          value={String(baud)}
          onChange={(value) => change({ baud: Number(value) })}
          allowDeselect={false}
        />
      )}
      <Text size="sm">{device ? t('connected') : t('notConnected')}</Text>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          onClick={() => void connect()}
        >
          {t(device ? 'connectOther' : 'connect')}
        </Button>
        {device && <SavedFile />}
      </Group>
    </>
  )
}

/** Prints a file with labels that was saved before, such as those of many shipments. */
function SavedFile() {
  const { t } = useTranslation('labels')
  const [isSending, setSending] = useState(false)

  async function print(file: File | null) {
    const target = printerTarget(undefined)
    if (!file || !target) return
    if (file.size > MOST_BYTES) return notify.error(t('tooLarge'))
    setSending(true)
    try {
      await deliverZpl(file, target, file.name)
    } catch (error) {
      if (!(await notePrinterFailure(error))) notify.failure(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <FileButton accept=".zpl" onChange={(file) => void print(file)}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          loading={isSending}
          leftSection={<IconPrinter size={16} aria-hidden />}
        >
          {t('printFile')}
        </Button>
      )}
    </FileButton>
  )
}
