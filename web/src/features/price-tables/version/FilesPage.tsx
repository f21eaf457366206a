import { Button, Group, Select, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { priceFileFormValues } from '@/api/schema'
import { FormSection } from '@/ui/form/ResourceForm'
import { ImportSheet } from './ImportSheet'
import { type OpenVersion, VersionPage } from './VersionPage'

/** The prices of a version as a file, and a file into a draft. */
export default function FilesPage({ table, id }: { table: string; id: string }) {
  return (
    <VersionPage table={table} id={id}>
      {(open) => (
        // The sections look at the width of what they stand in.
        <div style={{ containerType: 'inline-size' }}>
          <Export {...open} />
          {open.version.can.edit && <ImportSheet key={id} {...open} />}
        </div>
      )}
    </VersionPage>
  )
}

const FORMATS = ['xlsx', 'csv'] as const

function Export({ version }: OpenVersion) {
  const { t } = useTranslation('price-simulation')
  const [form, setForm] = useState<string>('grid')
  const fileOf = (format: (typeof FORMATS)[number]) =>
    `/api/price_table_versions/${version.id}/export?${new URLSearchParams({ form, format })}`
  return (
    <FormSection title={t('file.export')} text={t('file.exportText')}>
      <Select
        label={t('file.form')}
        allowDeselect={false}
        maw={360}
        data={priceFileFormValues.map((value) => ({ value, label: t(`file.${value}`) }))}
        value={form}
        onChange={(value) => value && setForm(value)}
      />
      <Group gap="xs">
        {FORMATS.map((format) => (
          <Button
            key={format}
            component="a"
            href={fileOf(format)}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('file.download', { format: format.toUpperCase() })}
          </Button>
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        {t('file.again')}
      </Text>
    </FormSection>
  )
}
