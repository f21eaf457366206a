import { Badge, Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useManifestVersions } from '@/api/generated/endpoints/consolidation/consolidation'
import { type Manifest, type ManifestDifference, ManifestStatus, type ManifestVersion } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'
import classes from './Manifests.module.css'

/** The closed versions of a manifest with their files, newest first. */
export function Versions({ manifest }: { manifest: Manifest }) {
  const { t } = useTranslation('manifests')
  const result = useManifestVersions(manifest.id)
  const versions = result.data?.data
  if (!versions && result.error) return <LoadFailure title={t('versionsFailed')} result={result} />
  if (!versions || versions.length === 0) return null
  return (
    <PageCard title={t('versions')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('versions')}>
        {versions.map((version) => (
          <li key={version.revision} className={classes.version}>
            <Version manifest={manifest} version={version} />
          </li>
        ))}
      </ul>
    </PageCard>
  )
}

function Version({ manifest, version }: { manifest: Manifest; version: ManifestVersion }) {
  const { t } = useTranslation('manifests')
  const format = useFormat()
  const { revision, purpose, voided_at, sent_at, message_id, receipt, difference, files } = version
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={600}>{t('version', { revision })}</Text>
        <Badge variant="light">{t(`purpose.${purpose}`)}</Badge>
        {voided_at && (
          <Badge variant="light" color="gray">
            {t('voided')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('houses', { count: version.houses, number: format.number(version.houses) })}
        {' · '}
        {format.weight(version.weight_g)}
        {' · '}
        <Moment at={version.closed_at} />
      </Text>
      {sent_at && (
        <Text size="sm">
          {t('sentAs', { id: message_id })} <Moment at={sent_at} />
        </Text>
      )}
      {receipt && (
        <details>
          <summary className={classes.summary}>{t('receipt')}</summary>
          <pre className={classes.receipt}>{receipt}</pre>
        </details>
      )}
      {version.reason && <Text size="sm">{version.reason}</Text>}
      {difference && <Difference difference={difference} />}
      <Text size="xs" c="dimmed" className={classes.hash}>
        {t('hash', { hash: version.hash })}
      </Text>
      {files.length === 0 && manifest.status !== ManifestStatus.Closing && (
        <Text size="sm" c="dimmed">
          {t('filesDeleted')}
        </Text>
      )}
      {manifest.can.download && (
        <Group gap="xs">
          {files.map((file) => (
            <Button
              key={file.format}
              component="a"
              href={`/api/manifests/${manifest.id}/versions/${revision}/files/${file.format}`}
              download={file.name}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t(`format.${file.format}`)}
            </Button>
          ))}
        </Group>
      )}
      {manifest.can.download && files.length > 0 && version.bags.length > 0 && (
        <BagFiles manifest={manifest} version={version} />
      )}
    </Stack>
  )
}

const BAG_TABLES = ['csv', 'xlsx'] as const

/** The houses of one bag with its own totals, as a table. */
function BagFiles({ manifest, version }: { manifest: Manifest; version: ManifestVersion }) {
  const { t } = useTranslation('manifests')
  const [bag, setBag] = useState<string | null>(null)
  const path = `/api/manifests/${manifest.id}/versions/${version.revision}/files`
  return (
    <Group gap="xs" align="flex-end">
      <Select
        label={t('ofBag')}
        placeholder={t('chooseBag')}
        searchable
        clearable
        data={version.bags}
        value={bag}
        onChange={setBag}
      />
      {bag !== null &&
        BAG_TABLES.map((table) => (
          <Button
            key={table}
            component="a"
            href={`${path}/${table}?bag=${encodeURIComponent(bag)}`}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t(`format.${table}`)}
          </Button>
        ))}
    </Group>
  )
}

function Difference({ difference }: { difference: ManifestDifference }) {
  const { t } = useTranslation('manifests')
  const format = useFormat()
  const { added, dropped, changed, added_count, dropped_count, changed_count } = difference
  const rows = [
    { kind: 'added', houses: added, count: added_count },
    { kind: 'dropped', houses: dropped, count: dropped_count },
    { kind: 'changed', houses: changed, count: changed_count },
  ] as const
  return (
    <Stack gap={2}>
      {rows
        .filter(({ count }) => count > 0)
        .map(({ kind, houses, count }) => (
          <Text key={kind} size="sm">
            {t(`difference.${kind}`, { count, number: format.number(count) })}: {houses.join(', ')}
            {houses.length < count && ' …'}
          </Text>
        ))}
    </Stack>
  )
}
