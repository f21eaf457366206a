import { ActionIcon, Anchor, Menu, Text } from '@mantine/core'
import {
  IconArchive,
  IconArrowsDiff,
  IconCopy,
  IconDotsVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PriceVersion } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { useValidity } from '../useValidity'
import { useVersionActions } from '../useVersionActions'
import { VersionBadge } from '../VersionBadge'
import classes from './VersionCard.module.css'

type VersionCardProps = {
  version: PriceVersion
  /** The version before, to compare with. */
  older: PriceVersion | undefined
  onCopy(): void
}

/** One version: its number, its days, how much it has, and its actions. */
export function VersionCard({ version, older, onCopy }: VersionCardProps) {
  const { t } = useTranslation('price-tables')
  const format = useFormat()
  const validity = useValidity()
  const { id, price_table_id: table, number, published_at, published_by_name } = version
  return (
    <article className={classes.card}>
      <div className={classes.main}>
        <div className={classes.name}>
          <Anchor component={AppLink} to={paths['price_versions.show']({ table, id })} fw={600}>
            {t('versionNumber', { number })}
          </Anchor>
          <VersionBadge status={version.status} />
          <Text size="sm">{validity(version)}</Text>
        </div>
        {version.note && <p className={classes.note}>{version.note}</p>}
      </div>
      <p className={classes.facts}>
        {t('counts', {
          zones: t('countZones', { count: version.zone_count }),
          bands: t('countBands', { count: version.band_count }),
          cells: t('countCells', { count: version.cell_count, number: format.number(version.cell_count) }),
        })}
        {published_at && (
          <>
            <br />
            {published_by_name
              ? t('publishedBy', { at: format.dateTime(published_at), name: published_by_name })
              : t('publishedAt', { at: format.dateTime(published_at) })}
          </>
        )}
      </p>
      <Actions version={version} older={older} onCopy={onCopy} />
    </article>
  )
}

function Actions({ version, older, onCopy }: VersionCardProps) {
  const { t } = useTranslation('price-tables')
  const { archive, remove } = useVersionActions()
  const { id, price_table_id: table, number, can } = version
  const label = t('versionNumber', { number })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('actionsOf', { name: label })}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={AppLink}
          to={paths['price_versions.show']({ table, id })}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('openVersion')}
        </Menu.Item>
        {older && (
          <Menu.Item
            component={AppLink}
            to={`${paths['price_tables.tab']({ id: table, tab: 'compare' })}?after=${id}&before=${older.id}`}
            leftSection={<IconArrowsDiff size={16} aria-hidden />}
          >
            {t('compareWith', { number: older.number })}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} disabled={!can.copy} onClick={onCopy}>
          {t('copyVersion')}
        </Menu.Item>
        {version.status !== 'draft' && (
          <Menu.Item
            leftSection={<IconArchive size={16} aria-hidden />}
            disabled={!can.archive || version.status === 'archived'}
            onClick={() => void archive(version)}
          >
            {t('archive.action')}
          </Menu.Item>
        )}
        {version.status === 'draft' && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={!can.delete}
            onClick={() => void remove(version)}
          >
            {t('delete.action')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
